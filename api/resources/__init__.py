"""One module a resource: functions that give data, and a blueprint that serves them."""
