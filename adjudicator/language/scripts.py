"""From a checked script to instructions and the Python source of the functions they name."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.language import instructions as i
from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.expressions import ExpressionWriter


class ScriptWriter:
    """Writes one script; functions are numbered below the script's own name."""

    def __init__(self, expressions: ExpressionWriter, prefix: str) -> None:
        self.expressions = expressions
        self.prefix = prefix
        self.functions: list[str] = []
        self.steps: list[i.Instruction] = []
        self._loops = 0

    def write(self, statements: list[s.Statement]) -> None:
        pending: list[s.Statement] = []
        for statement in statements:
            if not s.suspends([statement]):
                pending.append(statement)
                continue
            self._flush(pending)
            pending = []
            self._suspending(statement)
        self._flush(pending)

    # ------------------------------------------------------------------ instructions

    def _flush(self, statements: list[s.Statement]) -> None:
        if statements:
            body = [line for statement in statements for line in self._lines(statement, 1)]
            self.steps.append(i.Run(statements[0].line, self._function("M, S, L", body)))

    def _suspending(self, e: s.Statement) -> None:
        if isinstance(e, s.Branch):
            self._branch(e)
        elif isinstance(e, s.Loop):
            self._loop(e)
        elif isinstance(e, s.While):
            self._while(e)
        elif isinstance(e, s.Do):
            self.steps.append(i.Perform(e.line, e.procedure, self._tuple(e.arguments), e.result))
        elif isinstance(e, s.Moment):
            self.steps.append(i.Announce(e.line, e.name, self._tuple(e.arguments)))
        elif isinstance(e, s.Ask):
            self._ask(e)
        elif isinstance(e, s.Roll):
            self._roll(e)
        elif isinstance(e, s.End):
            self.steps.append(i.EndPlay(e.line))
        elif isinstance(e, s.Draw):
            number = self._value(e.number) if e.number is not None else None
            self.steps.append(i.DrawPieces(e.line, e.name, self._value(e.source), number))

    def _ask(self, e: s.Ask) -> None:
        conditions = tuple((c.rule, self._value(c.that)) for c in e.conditions)
        self.steps.append(
            i.AskPlayer(
                e.line,
                e.how,
                e.name,
                self._value(e.who),
                self._value(e.source) if e.source is not None else None,
                self._value(e.upto) if e.upto is not None else None,
                e.secret,
                e.optional,
                tuple(e.actions),
                conditions,
            )
        )

    def _roll(self, e: s.Roll) -> None:
        number = self._value(e.number) if e.number is not None else None
        counting = None
        if e.counting is not None:
            assert e.face is not None
            names = {e.face: "face"}
            counting = self._function(
                "M, S, L, face", [f"    return {self.expressions.write(e.counting, names)}"]
            )
        self.steps.append(i.RollDice(e.line, e.die, e.name, number, counting))

    def _branch(self, e: s.Branch) -> None:
        ends = []
        for test, body in e.cases:
            here = self._place(i.Test(test.line, self._value(test), -1))
            self.write(body)
            ends.append(self._place(i.Jump(e.line, -1)))
            self._aim(here)
        self.write(e.other)
        for end in ends:
            self._aim(end)

    def _loop(self, e: s.Loop) -> None:
        self._loops += 1
        rest = f"~{self._loops}"
        self.steps.append(i.Begin(e.line, self._value(e.collection), rest))
        top = self._place(i.Next(e.line, e.name, rest, -1))
        self.write(e.body)
        self.steps.append(i.Jump(e.line, top))
        self._aim(top)

    def _while(self, e: s.While) -> None:
        top = self._place(i.Test(e.line, self._value(e.test), -1))
        self.write(e.body)
        self.steps.append(i.Jump(e.line, top))
        self._aim(top)

    def _place(self, step: i.Instruction) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def _aim(self, at: int) -> None:
        """Point a step placed earlier at the place reached now."""
        step = self.steps[at]
        assert isinstance(step, i.Test | i.Jump | i.Next)
        self.steps[at] = replace(step, target=len(self.steps))

    # ------------------------------------------------------------------ functions

    def _function(self, parameters: str, body: list[str]) -> str:
        name = f"{self.prefix}_{len(self.functions)}"
        self.functions.append("\n".join([f"def {name}({parameters}):", *body]))
        return name

    def _value(self, e: s.Expr) -> str:
        return self._function("M, S, L", [f"    return {self._expr(e)}"])

    def _tuple(self, items: list[s.Expr]) -> str:
        inner = "".join(f"{self._expr(a)}, " for a in items)
        return self._function("M, S, L", [f"    return ({inner})"])

    def _expr(self, e: s.Expr) -> str:
        return self.expressions.write(e, {})

    # ------------------------------------------------------------------ plain statements as Python

    def _lines(self, e: s.Statement, depth: int) -> list[str]:
        pad = "    " * depth
        if isinstance(e, s.Assign):
            return [pad + self._store(e.target, self._expr(e.value))]
        if isinstance(e, s.Change):
            sign = "+" if e.sign > 0 else "-"
            return [pad + self._store(e.target, f"{self._expr(e.target)} {sign} {self._expr(e.by)}")]
        if isinstance(e, s.Let):
            return [f"{pad}L[{e.name!r}] = {self._expr(e.value)}"]
        if isinstance(e, s.Move):
            return [pad + line for line in self._move(e)]
        if isinstance(e, s.Return):
            return [f"{pad}return ({self._expr(e.value) if e.value is not None else None},)"]
        if isinstance(e, s.Cite):
            return [f"{pad}M.cite({e.rules!r})"]
        if isinstance(e, s.Apply):
            arguments = ", ".join(self._expr(a) for a in e.arguments)
            return [f"{pad}M.apply_effect({e.effect!r}, [{arguments}], {e.until!r})"]
        return self._block(e, depth, pad)

    def _block(self, e: s.Statement, depth: int, pad: str) -> list[str]:
        lines: list[str] = []
        if isinstance(e, s.Branch):
            for index, (test, body) in enumerate(e.cases):
                lines.append(f"{pad}{'elif' if index else 'if'} {self._expr(test)}:")
                lines += self._body(body, depth + 1)
            if e.other:
                lines += [f"{pad}else:", *self._body(e.other, depth + 1)]
        elif isinstance(e, s.Loop):
            lines.append(f"{pad}for L[{e.name!r}] in list(spend({self._expr(e.collection)})):")
            lines += self._body(e.body, depth + 1)
        elif isinstance(e, s.While):
            lines.append(f"{pad}while spend(()) == () and {self._expr(e.test)}:")
            lines += self._body(e.body, depth + 1)
        return lines

    def _body(self, statements: list[s.Statement], depth: int) -> list[str]:
        return [line for statement in statements for line in self._lines(statement, depth)]

    def _move(self, e: s.Move) -> list[str]:
        pieces = self._expr(e.pieces)
        bag = pieces if isinstance(e.pieces.type, t.BagOf) else f"as_bag({pieces})"
        lines = [f"moved = {bag}"]
        if e.source is not None:
            lines.append(self._store(e.source, f"M.without({self._expr(e.source)}, moved)"))
        if e.goal is not None:
            lines.append(self._store(e.goal, f"bag_add({self._expr(e.goal)}, moved)"))
        return lines

    def _store(self, target: s.Expr, value: str) -> str:
        path: list[str] = []
        while isinstance(target, s.Attribute):
            path.insert(0, target.name)
            target = target.of
        assert isinstance(target, s.Name | s.Call)
        if path:
            value = f"with_field({self._expr(target)}, {tuple(path)!r}, {value})"
        if target.refers == "local":
            return f"L[{target.id!r}] = {value}"
        if isinstance(target, s.Call):
            return f"M.put_at({target.id!r}, {self._expr(target.arguments[0])}, {value})"
        return f"M.put({target.id!r}, {value})"
