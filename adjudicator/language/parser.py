"""From text to syntax tree: lark's LALR parser with the tree built on the fly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from adjudicator.language import syntax as s
from adjudicator.language import types as t

Node = TypeVar("Node", bound=s.Node)

_DEEPEST = 50  # levels of expressions; Python itself gives up at two hundred parentheses and twenty blocks
_BLOCK = 4  # levels a block of statements counts for
_LONGEST_NUMBER = 18  # digits
_PLAIN = frozenset({"line", "column", "type"})


class ScriptError(Exception):
    """Text the language cannot use, with the line and column (from 1) inside that text."""

    def __init__(self, code: str, line: int, column: int, **values: Any) -> None:
        self.code, self.line, self.column, self.values = code, line, column, values
        super().__init__(f"{line}:{column}: {code} {values}")


class Word(str):
    """A name with its place, for nodes that mention more names than the one they stand at."""

    __slots__ = ("column", "line")
    line: int
    column: int

    @classmethod
    def of(cls, token: Token) -> Word:
        word = cls(token)
        word.line, word.column = token.line or 1, token.column or 1
        return word


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = ["LPAR", "LSQB"]  # noqa: RUF012 - lark's interface
    CLOSE_PAREN_types: list[str] = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802
        try:
            yield from super().handle_NL(token)
        except DedentError:  # back to an indentation no block has
            yield Token.new_borrow_pos(self.INDENT_type, "", token)


def parse_expression(text: str) -> s.Expr:
    """The tree of one expression; line breaks count as spaces."""
    flat = text.rstrip().replace("\r", " ").replace("\n", " ")
    tree: s.Expr = _parse("expression", flat, flat)
    return tree


def unfolded(text: str, error: ScriptError) -> ScriptError:
    """A problem of an expression, where line breaks count as spaces, at its place in the text's lines."""
    before = text[: error.column - 1]
    error.line, error.column = before.count("\n") + 1, error.column - before.rfind("\n") - 1
    return error


def parse_script(text: str) -> list[s.Statement]:
    """The statements of one script."""
    statements: list[s.Statement] = _parse("script", text.rstrip() + "\n", text)
    return statements


@lru_cache(maxsize=512)
def parse_type(text: str) -> t.Type:
    """A type as written: `Set of Region`, `Nation?`. Names come back as `Kind`; the scope tells more."""
    written: t.Type = _parse("type", text, text)
    return written


def _parse(start: str, text: str, original: str) -> Any:
    try:
        tree = _parser(start).parse(text)
    except UnexpectedInput as error:
        raise _explain(error, original) from None
    _refuse_depth(tree, original)
    return tree


def _refuse_depth(tree: Any, text: str) -> None:
    """Nesting without measure would exhaust whoever walks the tree: the checker, and Python's compiler."""
    if len(text) <= _DEEPEST:
        return
    waiting: list[tuple[Any, int, tuple[int, int]]] = [(tree, 0, (1, 1))]
    while waiting:
        part, depth, place = waiting.pop()
        if isinstance(part, s.Node | t.Type):
            depth += _BLOCK if isinstance(part, s.Branch | s.Loop | s.While) else 1
            if isinstance(part, s.Node):
                place = part.line, part.column
            if depth > _DEEPEST:
                raise ScriptError("syntax", *place, found=text_at(text.splitlines(), *place))
            names = [name for name in part.__dataclass_fields__ if name not in _PLAIN]
            waiting += [(getattr(part, name), depth, place) for name in names]
        elif isinstance(part, list | tuple | dict):
            inner = part.values() if isinstance(part, dict) else part
            waiting += [(each, depth, place) for each in inner]


@lru_cache(maxsize=3)
def _parser(start: str) -> Lark:
    builder = _Builder()
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=start,
        postlex=_Blocks() if start == "script" else None,
        transformer=builder,
        lexer_callbacks={"RETURN": builder._saw_return},
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _explain(error: UnexpectedInput, text: str) -> ScriptError:
    lines = text.splitlines() or [""]
    token = error.token if isinstance(error, UnexpectedToken) else None
    if token is not None and token.type == "_INDENT":  # it stands at the line break before the word at fault
        line, column = token.end_line or 1, token.end_column or 1
        return ScriptError("syntax", line, column, found=text_at(lines, line, column))
    if token is not None and token.type in ("_NL", "_DEDENT"):
        return ScriptError("syntax-incomplete", token.line or 1, token.column or 1)
    if isinstance(error, UnexpectedCharacters):
        return ScriptError("syntax", error.line, error.column, found=text_at(lines, error.line, error.column))
    if token is not None and token.type != "$END":
        return ScriptError("syntax", error.line, error.column, found=str(token).strip() or "…")
    assert isinstance(error, UnexpectedToken | UnexpectedEOF)
    return ScriptError("syntax-incomplete", len(lines), len(lines[-1]) + 1)


def text_at(lines: list[str], line: int, column: int) -> str:
    """The word at a place, for a message."""
    rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
    return rest.split()[0] if rest.split() else "…"


def _at(node: Node, *parts: Any) -> Node:
    """Give a node the place of the first part that has one; the parser keeps none for whole alternatives."""
    node.line, node.column = 1, 1
    for part in parts:
        if getattr(part, "line", 0):
            node.line, node.column = part.line, part.column
            break
    return node


def _binding(word: str) -> Any:
    def build(_self: Any, binding: tuple[Token, s.Expr, s.Expr | None]) -> s.Quantified:
        return _at(s.Quantified(word, Word.of(binding[0]), *binding[1:], None), *binding)

    return build


def _measured(word: str) -> Any:
    def build(_self: Any, body: s.Expr, binding: tuple[Token, s.Expr, s.Expr | None]) -> s.Quantified:
        return _at(s.Quantified(word, Word.of(binding[0]), *binding[1:], body), body)

    return build


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """One small method per grammar alternative, named as the grammar names it."""

    _return: Token | None = None

    def _saw_return(self, token: Token) -> Token:
        """A bare `return` has no part to take its place from."""
        self._return = token
        return token

    def expression(self, tree: s.Expr) -> s.Expr:
        return tree

    def script(self, *statements: s.Statement) -> list[s.Statement]:
        return list(statements)

    # types
    def type(self, of: t.Type) -> t.Type:
        return of

    def named_type(self, name: Token) -> t.Type:
        return {"Bool": t.BOOL, "Number": t.NUMBER}.get(str(name), t.Kind(str(name)))

    def set_type(self, of: t.Type) -> t.Type:
        return t.SetOf(of)

    def list_type(self, of: t.Type) -> t.Type:
        return t.ListOf(of)

    def bag_type(self, of: t.Type) -> t.Type:
        return t.BagOf(of)

    def optional_type(self, of: t.Type) -> t.Type:
        return t.Maybe(of)

    # expressions
    def number(self, token: Token) -> s.Expr:
        if len(token) > _LONGEST_NUMBER:
            raise ScriptError("syntax", token.line or 1, token.column or 1, found=f"{token[:9]}…")
        return _at(s.Literal(int(token), type=t.NUMBER), token)

    def true(self, word: Token) -> s.Expr:
        return _at(s.Literal(True, type=t.BOOL), word)

    def false(self, word: Token) -> s.Expr:
        return _at(s.Literal(False, type=t.BOOL), word)

    def none(self, word: Token) -> s.Expr:
        return _at(s.Literal(None, type=t.NONE), word)

    def name(self, token: Token) -> s.Expr:
        return _at(s.Name(str(token)), token)

    def qualified(self, owner: Token, name: Token) -> s.Expr:
        return _at(s.Qualified(str(owner), Word.of(name)), owner, name)

    def everything(self, owner: Token) -> s.Expr:
        return _at(s.Everything(str(owner)), owner)

    def attribute(self, of: s.Expr, name: Token) -> s.Expr:
        return s.Attribute(of, str(name), line=name.line or 1, column=name.column or 1)

    def amount(self, of: s.Expr, key: s.Expr) -> s.Expr:
        return _at(s.Amount(of, key), of, key)

    def arguments(self, *items: s.Expr) -> list[s.Expr]:
        return list(items)

    def call(self, name: Token, arguments: list[s.Expr] | None) -> s.Expr:
        return _at(s.Call(str(name), arguments or []), name, arguments)

    def field(self, name: Token, value: s.Expr) -> tuple[Word, s.Expr]:
        return Word.of(name), value

    def fields(self, *pairs: tuple[Word, s.Expr]) -> dict[str, s.Expr]:
        named: dict[str, s.Expr] = {}
        for name, value in pairs:
            if name in named:
                raise ScriptError("duplicate-key", name.line, name.column, key=str(name))
            named[name] = value
        return named

    def record(self, owner: Token, fields: dict[str, s.Expr] | None) -> s.Expr:
        return _at(s.RecordOf(str(owner), fields or {}), owner, fields)

    def set_literal(self, items: list[s.Expr] | None) -> s.Expr:
        return _at(s.SetLiteral(items or []), *(items or []))

    def negation(self, of: s.Expr) -> s.Expr:
        return _at(s.Not(of), of)

    def conjunction(self, left: s.Expr, right: s.Expr) -> s.Expr:
        parts = left.parts if isinstance(left, s.And) else [left]
        return _at(s.And([*parts, right]), left, right)

    def disjunction(self, left: s.Expr, right: s.Expr) -> s.Expr:
        parts = left.parts if isinstance(left, s.Or) else [left]
        return _at(s.Or([*parts, right]), left, right)

    def compare(self, left: s.Expr, op: Token, right: s.Expr) -> s.Expr:
        return _at(s.Compare(str(op), left, right), left, op, right)

    def member(self, item: s.Expr, collection: s.Expr) -> s.Expr:
        return _at(s.Member(item, collection, False), item, collection)

    def not_member(self, item: s.Expr, collection: s.Expr) -> s.Expr:
        return _at(s.Member(item, collection, True), item, collection)

    def otherwise(self, first: s.Expr, second: s.Expr) -> s.Expr:
        return _at(s.Otherwise(first, second), first, second)

    def arithmetic(self, left: s.Expr, op: Token, right: s.Expr) -> s.Expr:
        return _at(s.Arithmetic(str(op), left, right), left, op, right)

    def negative(self, _sign: Token, of: s.Expr) -> s.Expr:
        return _at(s.Negative(of), _sign, of)

    def conditional(self, test: s.Expr, then: s.Expr, other: s.Expr) -> s.Expr:
        return _at(s.Conditional(test, then, other), test, then, other)

    def binding(
        self, name: Token, collection: s.Expr, where: s.Expr | None
    ) -> tuple[Token, s.Expr, s.Expr | None]:
        return name, collection, where

    exists = _binding("any")
    exists_not = _binding("no")
    count = _binding("count")
    those = _binding("those")
    first = _binding("first")
    total = _measured("sum")
    least = _measured("least")
    greatest = _measured("greatest")
    each = _measured("each")

    def for_all(self, binding: tuple[Token, s.Expr, s.Expr | None], body: s.Expr) -> s.Expr:
        return _at(s.Quantified("all", Word.of(binding[0]), *binding[1:], body), *binding)

    def reach(
        self,
        here: Token,
        start: s.Expr,
        there: Token,
        steps: s.Expr,
        where: s.Expr | None,
        within: s.Expr | None,
    ) -> s.Expr:
        return _at(
            s.Reach(str(here), start, str(there), steps, where, within),
            here,
            start,
            there,
            steps,
            where,
            within,
        )

    # statements
    def block(self, *statements: s.Statement) -> list[s.Statement]:
        return list(statements)

    def elif_part(self, test: s.Expr, body: list[s.Statement]) -> tuple[s.Expr, list[s.Statement]]:
        return test, body

    def else_part(self, body: list[s.Statement]) -> list[s.Statement]:
        return body

    def branch(self, test: s.Expr, body: list[s.Statement], *rest: Any) -> s.Statement:
        other = rest[-1] or []
        return _at(s.Branch([(test, body), *rest[:-1]], other), test, body, *rest)

    def loop(self, name: Token, collection: s.Expr, body: list[s.Statement]) -> s.Statement:
        return _at(s.Loop(str(name), collection, body), name, collection, body)

    def repeat(self, test: s.Expr, body: list[s.Statement]) -> s.Statement:
        return _at(s.While(test, body), test, body)

    def assign(self, target: s.Expr, value: s.Expr) -> s.Statement:
        return _at(s.Assign(target, value), target, value)

    def increase(self, target: s.Expr, by: s.Expr) -> s.Statement:
        return _at(s.Change(target, by, 1), target, by)

    def decrease(self, target: s.Expr, by: s.Expr) -> s.Statement:
        return _at(s.Change(target, by, -1), target, by)

    def put(self, pieces: s.Expr, goal: s.Expr) -> s.Statement:
        return _at(s.Move(pieces, None, goal), pieces, goal)

    def take(self, pieces: s.Expr, source: s.Expr) -> s.Statement:
        return _at(s.Move(pieces, source, None), pieces, source)

    def move(self, pieces: s.Expr, source: s.Expr, goal: s.Expr) -> s.Statement:
        return _at(s.Move(pieces, source, goal), pieces, source, goal)

    def let(self, name: Token, value: s.Expr) -> s.Statement:
        return _at(s.Let(str(name), value), name, value)

    def do(self, name: Token, arguments: list[s.Expr] | None, result: Token | None) -> s.Statement:
        into = Word.of(result) if result else None
        return _at(s.Do(str(name), arguments or [], into), name, arguments, result)

    def give_back(self, value: s.Expr | None) -> s.Statement:
        return _at(s.Return(value), value if value is not None else self._return)

    def cite(self, *rules: Token) -> s.Statement:
        return _at(s.Cite([Word.of(r) for r in rules]), *rules)

    def moment(self, name: Token, arguments: list[s.Expr] | None) -> s.Statement:
        return _at(s.Moment(str(name), arguments or []), name, arguments)

    def apply(self, until: Token, effect: Token, arguments: list[s.Expr] | None) -> s.Statement:
        return _at(s.Apply(str(until), Word.of(effect), arguments or []), until, effect, arguments)

    def roll_one(self, die: Token, name: Token) -> s.Statement:
        return _at(s.Roll(Word.of(die), Word.of(name)), die, name)

    def roll_many(self, number: s.Expr, die: Token, name: Token) -> s.Statement:
        return _at(s.Roll(Word.of(die), Word.of(name), number), number, die, name)

    def end(self, word: Token) -> s.Statement:
        return _at(s.End(), word)

    def roll_count(
        self, number: s.Expr, die: Token, face: Token, counting: s.Expr, name: Token
    ) -> s.Statement:
        return _at(
            s.Roll(Word.of(die), Word.of(name), number, str(face), counting),
            number,
            die,
            face,
            counting,
            name,
        )

    def draw_one(self, name: Token, source: s.Expr) -> s.Statement:
        return _at(s.Draw(str(name), source), name, source)

    def draw_many(self, number: s.Expr, name: Token, source: s.Expr) -> s.Statement:
        return _at(s.Draw(Word.of(name), source, number), number, name, source)

    def ask_choose(
        self, who: s.Expr, secret: Token | None, name: Token, source: s.Expr, optional: Token | None
    ) -> s.Statement:
        return _at(
            s.Ask(
                "choose",
                who,
                Word.of(name),
                source,
                secret=secret is not None,
                optional=optional is not None,
            ),
            who,
            secret,
            name,
            source,
            optional,
        )

    def ask_take(self, who: s.Expr, secret: Token | None, name: Token, source: s.Expr) -> s.Statement:
        return _at(
            s.Ask("take", who, Word.of(name), source, secret=secret is not None), who, secret, name, source
        )

    def ask_number(self, who: s.Expr, name: Token, low: s.Expr, high: s.Expr) -> s.Statement:
        return _at(s.Ask("number", who, Word.of(name), low, high), who, name, low, high)

    def ask_whether(self, who: s.Expr, name: Token) -> s.Statement:
        return _at(s.Ask("whether", who, Word.of(name)), who, name)

    def ask_act(self, who: s.Expr, *actions: Token) -> s.Statement:
        return _at(s.Ask("act", who, "action", actions=[Word.of(a) for a in actions]), who, *actions)

    def condition(self, rule: Token, that: s.Expr) -> s.Condition:
        return _at(s.Condition(str(rule), that), rule, that)

    def ask_with_conditions(self, ask: s.Ask, *conditions: s.Condition) -> s.Statement:
        ask.conditions = list(conditions)
        return ask
