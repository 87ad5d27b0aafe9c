"""The whole program as one Python module: compiled when the rules are loaded, never again.

The generated code sees the helpers of `runtime`, the tables of the program and nothing else: no imports,
no attribute of any Python object, no builtins beyond a dozen pure ones.
"""

from __future__ import annotations

import builtins
import marshal
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from adjudicator.language import runtime
from adjudicator.language import syntax as s
from adjudicator.language.expressions import ExpressionWriter, Names, python_name
from adjudicator.language.instructions import Code
from adjudicator.language.precedence import ordered
from adjudicator.language.program import Action, Program, Term
from adjudicator.language.scripts import ScriptWriter

Function = Callable[..., Any]

_BUILTINS = ("any", "all", "sum", "len", "min", "max", "next", "abs", "list", "set", "isinstance")
_HELPERS = (
    *("or_else", "divide", "modulo", "size", "make_bag", "as_bag", "bag_add", "bag_subtract", "bag_within"),
    *("distinct", "union", "minus", "same_set", "reach", "with_field", "known", "at"),
)


@dataclass(slots=True)
class Compiled:
    """Functions by name, and the instructions of every script."""

    functions: dict[str, Function]
    scripts: dict[str, Code]
    budget: runtime.Budget


@dataclass(slots=True)
class Object:
    """What the cache keeps: marshalled code and instructions, independent of any running process."""

    code: bytes
    scripts: dict[str, Code] = field(default_factory=dict)


def compile_program(program: Program) -> Object:
    """Translate every definition; the result can be stored and linked later."""
    writer = ExpressionWriter(program)
    sources = [_term(writer, term) for term in program.terms.values()]
    scripts: dict[str, Code] = {}
    for action in program.actions.values():
        sources += _action(writer, action)
        _script(writer, f"action {action.name}", (action.by, *action.given), action.does, sources, scripts)
    for procedure in program.procedures.values():
        _script(
            writer,
            f"procedure {procedure.name}",
            tuple(procedure.parameters),
            procedure.does,
            sources,
            scripts,
        )
    for handler in program.handlers.values():
        sources += _handler(writer, handler.id, handler.when, handler.order)
        locals_ = tuple(program.scope.moments[handler.moment])
        _script(writer, f"handler {handler.id}", locals_, handler.does, sources, scripts)
    for invariant in program.invariants.values():
        names = {n: python_name("v", n) for n in invariant.parameters}
        head = f"def {python_name('i', invariant.id)}({', '.join(['S', *names.values()])}):"
        sources.append(f"{head}\n    return {writer.write(invariant.that, names)}")
    for question in program.questions.values():
        _script(writer, f"question {question.id}", tuple(question.inputs), question.does, sources, scripts)
        stem = python_name("q", question.id)
        for name, expr in question.reports.items():
            body = writer.write(expr, {})
            sources.append(f"def {python_name(stem + '_r', name)}(M, S, L):\n    return {body}")
        for name, expr in question.policies.items():
            body = writer.write(expr, {"options": "options"})
            sources.append(f"def {python_name(stem + '_p', name)}(M, S, L, options):\n    return {body}")
    code = compile("\n\n".join(sources), "<rules>", "exec", dont_inherit=True, optimize=2)
    return Object(marshal.dumps(code), scripts)


def link(object_: Object, program: Program, amount: Function) -> Compiled:
    """Make the functions live. `amount` answers how many of a piece a bag may hold, with hidden pieces."""
    budget = runtime.Budget()
    space: dict[str, Any] = {name: getattr(runtime, name) for name in _HELPERS}
    space |= {"budget": budget, "spend": budget.spend}
    space |= {"amount": amount, "undecided": _undecided, "EMPTY": {}}
    space["__builtins__"] = {name: getattr(builtins, name) for name in _BUILTINS}
    for kind, attributes in program.attributes.items():
        for attribute, table in attributes.items():
            space[python_name("A", f"{kind}.{attribute}")] = table
    for kind, items in program.items.items():
        space[python_name("E", kind)] = tuple(items)
    for name, words in program.scope.enumerations.items():
        space[python_name("E", name)] = tuple(words)
    for name, defaults in program.record_defaults.items():
        space[python_name("R", name)] = defaults
    for name, definition in program.fields.items():
        space[python_name("D", name)] = definition.default
    code: CodeType = marshal.loads(object_.code)
    exec(code, space)
    functions = {name: value for name, value in space.items() if callable(value)}
    return Compiled(functions, object_.scripts, budget)


def _undecided(ruling: str) -> Any:
    raise runtime.Undecided(ruling)


def _script(
    writer: ExpressionWriter,
    name: str,
    parameters: tuple[str, ...],
    does: list[s.Statement],
    sources: list[str],
    scripts: dict[str, Code],
) -> None:
    kind, own = name.split(" ", 1)
    script = ScriptWriter(writer, python_name(f"s_{kind}", own))
    script.write(does)
    sources += script.functions
    scripts[name] = Code(name, parameters, script.steps)


def _term(writer: ExpressionWriter, term: Term) -> str:
    names: Names = {p: python_name("v", p) for p in term.parameters}
    lines = [f"def {python_name('t', term.name)}({', '.join(['S', *names.values()])}):"]
    added = [e for e in term.exceptions if e.adds is not None]
    replacing = [e for e in ordered(term.exceptions) if e.value is not None]
    if not added:
        for e in replacing:
            lines += _guarded(writer, e, names, "return {}", e.value)
        return "\n".join([*lines, f"    return {writer.write(term.value, names)}"])
    lines.append(f"    r = {writer.write(term.value, names)}")
    for e in reversed(replacing):  # the one with precedence writes last
        lines += _guarded(writer, e, names, "r = {}", e.value)
    for e in added:
        lines += _guarded(writer, e, names, "r += {}", e.adds)
    return "\n".join([*lines, "    return r"])


def _guarded(writer: ExpressionWriter, e: Any, names: Names, form: str, value: s.Expr | None) -> list[str]:
    """One exception as guarded Python; an effect's works once for each time it is applied."""
    assert value is not None
    inside, pad, lines = names, "    ", []
    if e.effect is not None:
        lines.append(f"{pad}for e in S['effects']:")
        lines.append(f"{pad}    if e['effect'] != {e.effect!r}: continue")
        pad += "    "
        for index, parameter in enumerate(writer.program.effects[e.effect].parameters):
            inside = {**inside, parameter: f"e['arguments'][{index}]"}
    test = writer.write(e.when, inside) if e.when is not None else "True"
    text = writer.write(value, inside)
    return [*lines, f"{pad}if {test}:", f"{pad}    " + form.replace("{}", text)]


def _action(writer: ExpressionWriter, action: Action) -> list[str]:
    """One function per requirement, one per source of a parameter, and one that checks them all."""
    names: Names = {p: python_name("v", p) for p in (action.by, *action.given)}
    parameters = ", ".join(["S", *names.values()])
    stem = python_name("a", action.name)
    sources, texts = [], []
    for index, requirement in enumerate(action.requires):
        writer.shared.clear()
        text = writer.write(requirement.that, names)
        texts.append((text, list(writer.shared)))
        used = ", ".join(["S", *(names[p] for p in _used(requirement.that, list(names)))])
        sources.append(f"def {stem}_r{index}({used}):\n    return {text}")
    for given, definition in action.given.items():
        if definition.source is not None:
            used = ", ".join(["S", *(names[p] for p in _used(definition.source, list(names)))])
            text = writer.write(definition.source, names)
            sources.append(f"def {python_name(stem + '_g', given)}({used}):\n    return {text}")
    sources.append("\n".join([f"def {stem}({parameters}):", *_shared_checks(texts), "    return -1"]))
    return sources


def _shared_checks(texts: list[tuple[str, list[tuple[str, bool]]]]) -> list[str]:
    """The requirements one after the other; what several of them compute is computed once.

    A term is kept from the first requirement that is sure to compute it, so nothing is computed that
    would not have been.
    """
    counts = Counter(text for _, terms in texts for text, _ in terms)
    kept: list[tuple[str, str]] = []
    lines = []

    def replaced(text: str) -> str:
        for original, name in kept:
            text = text.replace(original, name)
        return text

    for index, (text, terms) in enumerate(texts):
        sure = {t for t, strict in terms if strict and counts[t] > 1}
        for term in sorted(sure, key=len):
            short = replaced(term)
            if not (short.startswith("k_") and short.isidentifier()) and not short.isdigit():
                kept.append((short, f"k_{len(kept)}"))
                lines.append(f"    {kept[-1][1]} = {short}")
        lines.append(f"    if not {replaced(text)}: return {index}")
    return lines


def _handler(writer: ExpressionWriter, id_: str, when: s.Expr | None, order: list[s.Expr]) -> list[str]:
    stem = python_name("h", id_)
    test = writer.write(when, {}) if when is not None else "True"
    keys = "".join(f"{writer.write(o, {})}, " for o in order)
    return [
        f"def {stem}_when(M, S, L):\n    return {test}",
        f"def {stem}_order(M, S, L):\n    return ({keys})",
    ]


def _used(expr: s.Expr, names: list[str]) -> list[str]:
    """Which of these names an expression mentions, in their order."""
    found: set[str] = set()
    _collect(expr, found)
    return [n for n in names if n in found]


def _collect(node: Any, found: set[str]) -> None:
    if isinstance(node, s.Name):
        if node.refers == "local":
            found.add(node.id)
    elif isinstance(node, s.Expr):
        for name in node.__dataclass_fields__:
            _collect(getattr(node, name), found)
    elif isinstance(node, list):
        for child in node:
            _collect(child, found)
    elif isinstance(node, dict):
        for child in node.values():
            _collect(child, found)


used_names = _used
