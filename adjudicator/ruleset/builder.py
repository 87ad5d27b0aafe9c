"""From raw definitions to checked ones: parses every script, checks every name and type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Path
from adjudicator.language import program as p
from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.checker import Checker, Locals
from adjudicator.language.forgetting import forget
from adjudicator.language.parser import ScriptError, parse_type, unfolded
from adjudicator.language.scope import Signature
from adjudicator.language.script_checker import ScriptChecker, always_returns
from adjudicator.ruleset import values
from adjudicator.ruleset.definitions import Definition, Definitions
from adjudicator.ruleset.parses import Parses


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What an extending rule set has removed, and the files that may still speak of it."""

    rules: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    inherited: frozenset[str] = frozenset()


_NOTHING = s.Literal(None, type=t.ANYTHING)


def _spelled(value: Any) -> str:
    """A YAML number, truth value or null as the language writes it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Builder:
    def __init__(
        self,
        program: p.Program,
        definitions: Definitions,
        forgotten: Forgotten | None = None,
        parses: Parses | None = None,
    ) -> None:
        self.program = program
        self.scope = program.scope
        self.definitions = definitions
        self.forgotten = forgotten or Forgotten()
        self.parses = parses or Parses()
        self.problems: list[Diagnostic] = []
        self.places: dict[tuple[str, str], tuple[Definition, Path]] = {}  # (term, exception) -> where written

    def build(self) -> None:
        """Signatures first, so that scripts may mention what is defined later; then the scripts."""
        self._moments()
        self._signatures()
        for d in self.definitions.of_kind("term"):
            self._term(d)
        for d in self.definitions.of_kind("exception"):
            self._exception(d)
        for d in self.definitions.of_kind("effect"):
            self._effect(d)
        for d in self.definitions.of_kind("action"):
            self._action(d)
        for d in self.definitions.of_kind("procedure"):
            self._procedure(d)
        for d in self.definitions.of_kind("handler"):
            self._handler(d)
        for d in self.definitions.of_kind("question"):
            self._question(d)
        for d in self.definitions.of_kind("invariant"):
            parameters = self.parameters(d)
            that = self.expression(d, ("that",), dict(parameters), t.BOOL)
            self.program.invariants[d.name] = p.Invariant(d.name, self.rule(d), parameters, that)

    # ------------------------------------------------------------------ helpers

    def report(
        self,
        code: str,
        d: Definition,
        path: Path,
        near: str | None = None,
        *,
        key: bool = False,
        **values: Any,
    ) -> None:
        self.problems.append(Diagnostic(code, d.span(path, key=key), values, near))

    def _script_problem(self, d: Definition, path: Path, error: ScriptError) -> None:
        values = dict(error.values)
        near = values.pop("nearest", None)
        self.problems.append(
            Diagnostic(error.code, d.script_span(path, error.line, error.column), values, near)
        )

    def type(self, d: Definition, path: Path, text: str) -> t.Type:
        try:
            written = parse_type(text)
        except ScriptError as error:
            self._script_problem(d, path, error)
            return t.ANYTHING
        resolved = self.scope.resolve(written)
        if resolved is None:
            name = text.rstrip("?").split()[-1]
            near = nearest_name(name, self.scope.type_names())
            place = d.script_span(path, 1, text.rindex(name) + 1)
            self.problems.append(Diagnostic("unknown-type", place, {"name": name}, near))
        return resolved or t.ANYTHING

    def parameters(self, d: Definition) -> dict[str, t.Type]:
        return {name: self.type(d, ("of", name), text) for name, text in (d.data.get("of") or {}).items()}

    def expression(
        self,
        d: Definition,
        path: Path,
        names: Locals,
        wanted: t.Type | None = None,
        *,
        allow: t.Type | None = None,
    ) -> s.Expr:
        """The expression written at `path`, checked."""
        written: Any = d.data
        for step in path:
            written = written[step]
        text = written if isinstance(written, str) else _spelled(written)
        try:
            tree = self.parses.expression(text)
        except ScriptError as error:
            self._script_problem(d, path, unfolded(text, error))
            return _NOTHING
        checker = Checker(self.scope)
        if wanted is None:
            checker.infer(tree, names, allow)
        else:
            checker.expect(tree, names, wanted)
        for problem in checker.problems:
            self._script_problem(d, path, unfolded(text, problem))
        return tree

    def script(
        self, d: Definition, path: Path, names: Locals, result: t.Type | None = None
    ) -> list[s.Statement]:
        """The script written at `path`, checked; nothing written means nothing done."""
        text: Any = d.data
        for step in path:
            text = text.get(step) if isinstance(text, dict) else text[step]
        if not text:
            return []
        try:
            statements = self.parses.script(text)
        except ScriptError as error:
            self._script_problem(d, path, error)
            return []
        checker = Checker(self.scope)
        if d.origin(path).document.file in self.forgotten.inherited:
            forget(statements, self.forgotten.rules, self.forgotten.actions)
        ScriptChecker(checker, result).check(statements, names)
        for problem in checker.problems:
            self._script_problem(d, path, problem)
        return statements

    def rule(self, d: Definition, path: Path = ("rule",)) -> str:
        """The rule cited at `path`, which must be in the reference."""
        cited: Any = d.data
        for step in path:
            cited = cited.get(step, "") if isinstance(cited, dict) else cited[step]
        if not cited:
            self.report("missing-citation", d, path[:-1], name=d.name)
        elif cited not in self.scope.rules:
            self.report("unknown-rule", d, path, nearest_name(cited, self.scope.rules), name=cited)
        return str(cited or "")

    # ------------------------------------------------------------------ signatures

    def _moments(self) -> None:
        for d in self.definitions.of_kind("moment"):
            self.scope.moments[d.name] = self.parameters(d)

    def _signatures(self) -> None:
        for d in self.definitions.of_kind("term"):
            if d.name in self.scope.fields:
                self.report("name-taken", d, ("term",), name=d.name)
            self.scope.terms[d.name] = Signature(self.parameters(d), self.type(d, ("type",), d.data["type"]))
        for d in self.definitions.of_kind("procedure"):
            result = self.type(d, ("returns",), d.data["returns"]) if "returns" in d.data else t.NONE
            self.scope.procedures[d.name] = Signature(self.parameters(d), result)
        for d in self.definitions.of_kind("effect"):
            self.scope.effects[d.name] = self.parameters(d)
            self.program.effects[d.name] = p.Effect(d.name, self.scope.effects[d.name])
        self.scope.actions.update(d.name for d in self.definitions.of_kind("action"))

    # ------------------------------------------------------------------ terms

    def _term(self, d: Definition) -> None:
        signature = self.scope.terms[d.name]
        names = dict(signature.parameters)
        value = self.expression(d, ("is",), names, signature.result)
        term = p.Term(d.name, signature.parameters, signature.result, value, self.rule(d))
        self.program.terms[d.name] = term
        for index in range(len(d.data.get("except", []))):
            self._add_exception(term, d, ("except", index), names)

    def _add_exception(
        self, term: p.Term, d: Definition, path: Path, names: Locals, effect: str | None = None
    ) -> None:
        written: Any = d.data
        for step in path:
            written = written[step]
        rule = self.rule(d, (*path, "rule"))
        when = self.expression(d, (*path, "when"), names, t.BOOL) if "when" in written else None
        value = adds = None
        if "is" in written:
            value = self.expression(d, (*path, "is"), names, term.result)
        if "adds" in written:
            adds = self.expression(d, (*path, "adds"), names, t.NUMBER)
            if term.result not in (t.NUMBER, t.ANYTHING):
                self.report("wrong-type", d, (*path, "adds"), found=str(term.result), expected="Number")
        id_ = written.get("id", rule)
        if (term.name, id_) in self.places:
            named = (*path, "id" if "id" in written else "rule")
            self.report("duplicate-definition", d, named, kind="exception", name=id_)
            return
        self.places[term.name, id_] = (d, path)
        over = frozenset(written.get("over", []))
        term.exceptions.append(p.ExceptionRule(id_, rule, when, value, adds, over, effect))

    def _exception(self, d: Definition) -> None:
        term = self._term_named(d, "exception")
        if term is not None:
            self._add_exception(term, d, (), dict(term.parameters))

    def _effect(self, d: Definition) -> None:
        term = self._term_named(d, "changes")
        if term is None:
            return
        clash = sorted(term.parameters.keys() & self.scope.effects[d.name].keys())
        for name in clash:
            self.report("name-taken", d, ("of", name), key=True, name=name)
        self._add_exception(term, d, (), {**term.parameters, **self.scope.effects[d.name]}, d.name)

    def _term_named(self, d: Definition, key: str) -> p.Term | None:
        name = d.data[key]
        if name not in self.program.terms:
            self.report("unknown-term", d, (key,), nearest_name(name, self.program.terms), name=name)
            return None
        return self.program.terms[name]

    # ------------------------------------------------------------------ actions, procedures, handlers

    def _action(self, d: Definition) -> None:
        by = d.data.get("by", "side")
        names: Locals = {by: self.program.seats}
        given: dict[str, p.Given] = {}
        for name, written in (d.data.get("given") or {}).items():
            text = written["type"] if isinstance(written, dict) else written
            path: Path = ("given", name, "type") if isinstance(written, dict) else ("given", name)
            type_ = self.type(d, path, text)
            if name == by:
                self.report("name-taken", d, ("given", name), key=True, name=name)
            source = None
            if isinstance(written, dict) and "from" in written:
                source = self._source(d, name, type_, names)
            names[name] = type_
            given[name] = p.Given(type_, source)
        requires = [
            self._requirement(d, ("requires", i), names) for i in range(len(d.data.get("requires", [])))
        ]
        does: list[s.Statement] = []
        for index, cost in enumerate(d.data.get("pays", [])):
            requires.append(self._requirement(d, ("pays", index), names))
            if "does" in cost:
                does += self.script(d, ("pays", index, "does"), names)
        does += self.script(d, ("does",), names)
        self.program.actions[d.name] = p.Action(
            d.name, by, self.program.seats, given, requires, does, self.rule(d)
        )

    def _source(self, d: Definition, name: str, type_: t.Type, names: Locals) -> s.Expr:
        wanted = type_ if isinstance(type_, t.BagOf) else t.SetOf(t.bare(type_))
        source = self.expression(d, ("given", name, "from"), names, None, allow=wanted)
        found = source.type if source.type == t.ANYTHING else t.element(source.type)
        if found is None or not t.fits(found, t.element(wanted) or t.ANYTHING):
            self.report(
                "wrong-type", d, ("given", name, "from"), found=str(source.type), expected=str(wanted)
            )
        return source

    def _requirement(self, d: Definition, path: Path, names: Locals) -> p.Requirement:
        written: Any = d.data
        for step in path:
            written = written[step]
        that = self.expression(d, (*path, "that"), names, t.BOOL)
        shows = {k: self.expression(d, (*path, "shows", k), names) for k in written.get("shows", {})}
        return p.Requirement(self.rule(d, (*path, "rule")), that, shows)

    def _procedure(self, d: Definition) -> None:
        signature = self.scope.procedures[d.name]
        result = None if signature.result == t.NONE else signature.result
        does = self.script(d, ("does",), dict(signature.parameters), result)
        if does and result is not None and not t.fits(t.NONE, result) and not always_returns(does):
            self.report("wrong-type", d, ("returns",), found="none", expected=str(result))
        self.program.procedures[d.name] = p.Procedure(d.name, signature.parameters, result, does)

    def _handler(self, d: Definition) -> None:
        moment = d.data["at"]
        if moment not in self.scope.moments:
            self.report("unknown-moment", d, ("at",), nearest_name(moment, self.scope.moments), name=moment)
            return
        names = dict(self.scope.moments[moment])
        when = self.expression(d, ("when",), names, t.BOOL) if "when" in d.data else None
        order = [
            self.expression(d, ("order", i), names, t.NUMBER) for i in range(len(d.data.get("order", [])))
        ]
        does = self.script(d, ("does",), names)
        self.program.handlers[d.name] = p.Handler(d.name, moment, self.rule(d), when, order, does)

    def _question(self, d: Definition) -> None:
        inputs: dict[str, p.Input] = {}
        for name, written in (d.data.get("inputs") or {}).items():
            type_ = self.type(d, ("inputs", name, "type"), written["type"])
            default = written.get("default", p.default_of(type_, self.program))
            for problem in values.problems(default, type_, self.program):
                if "default" in written:
                    place = d.span(("inputs", name, "default", *problem.path), key=problem.at_key)
                    self.problems.append(Diagnostic(problem.code, place, problem.values, problem.nearest))
            required, bounds = bool(written.get("required")), (written.get("least"), written.get("most"))
            inputs[name] = p.Input(type_, default, required, *bounds)
        names: Locals = {name: given.type for name, given in inputs.items()}
        does = self.script(d, ("does",), names)
        requires = [
            self._requirement(d, ("requires", i), names) for i in range(len(d.data.get("requires", [])))
        ]
        reports = {k: self.expression(d, ("reports", k), names) for k in d.data.get("reports", {})}
        policies = {}
        for choice in d.data.get("policies", {}):
            offered = self.scope.choices.get(choice, t.SetOf(t.ANYTHING))
            kind = offered if isinstance(offered, t.BagOf) else t.SetOf(t.element(offered) or t.ANYTHING)
            policies[choice] = self.expression(d, ("policies", choice), {**names, "options": kind})
        self.program.questions[d.name] = p.Question(
            d.name, self.rule(d), d.data["setup"], inputs, does, reports, policies, requires
        )
