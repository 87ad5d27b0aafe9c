"""A reader of pages: what a browser and a screen reader would find in one."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"])


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""
    inside: tuple[str, ...] = ()  # the tags around it


@dataclass
class Page(HTMLParser):
    """The elements of a page in order; complains where tags do not match."""

    elements: list[Element] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    _open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    @classmethod
    def read(cls, html: str) -> Page:
        page = cls()
        page.feed(html)
        page.close()
        assert not page._open, [element.tag for element in page._open]
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        assert len(attributes) == len(attrs), f"an attribute stands twice: {attrs}"
        self.inline += [name for name in attributes if name == "style" or name.startswith("on")]
        element = Element(tag, attributes, inside=tuple(e.tag for e in self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1].tag == tag, f"</{tag}> closes {self._open[-1:]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
        if self._open and self._open[-1].tag in ("script", "style") and data.strip():
            self.inline.append(data)

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    def one(self, tag: str) -> Element:
        found = self.all(tag)
        assert len(found) == 1, f"{len(found)} × <{tag}>"
        return found[0]

    @property
    def ids(self) -> list[str]:
        return [e.attributes["id"] for e in self.elements if "id" in e.attributes]

    @property
    def links(self) -> list[str]:
        return [e.attributes["href"] for e in self.all("a")]
