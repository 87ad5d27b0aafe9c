"""The service: every answer of the referee over HTTP. `create_app` makes the application."""

from api.app import create_app

__all__ = ["create_app"]
