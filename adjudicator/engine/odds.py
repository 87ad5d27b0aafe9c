"""Exact odds of a ready-made question: every outcome of chance, players' choices by the stated policies.

Positions that come back (a round in which nobody hits) make the tree a graph with cycles; it is solved as
an absorbing Markov chain in exact fractions, component by component.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.chance import outcomes
from adjudicator.engine.machine import Machine
from adjudicator.engine.questions import policy_answer, prepare, question_named
from adjudicator.engine.rules import Rules
from adjudicator.language.program import Question
from adjudicator.language.runtime import RuleFault, Undecided

Distribution = dict[str, Fraction]
MOST_NODES = 200_000


@dataclass(slots=True)
class Odds:
    """Every report that can come out, with its exact probability, likeliest first."""

    question: str
    outcomes: list[tuple[dict[str, Any], Fraction]]
    positions: int
    policies: dict[str, str] = field(default_factory=dict)

    def of(self, report: str) -> dict[Any, Fraction]:
        """The distribution of one value of the report."""
        result: dict[Any, Fraction] = {}
        for values, chance in self.outcomes:
            value = values[report]
            key = json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value
            result[key] = result.get(key, Fraction(0)) + chance
        return result


@dataclass(slots=True)
class _Graph:
    most: int
    edges: list[list[tuple[int, Fraction]]] = field(default_factory=list)
    ends: dict[int, str] = field(default_factory=dict)
    index: dict[str, int] = field(default_factory=dict)


def odds(rules: Rules, name: str, inputs: dict[str, Any], most: int = MOST_NODES) -> Odds:
    """The exact distribution of a question's report; refused when more than `most` positions are met."""
    question = question_named(rules, name)
    graph = _Graph(most)
    used: set[str] = set()
    try:
        start = _explore(rules, question, prepare(rules, name, inputs), graph, used)
    except Undecided as open_:
        raise RuleFault("ruling-open", ruling=open_.ruling) from None
    chances = _solve(graph, start)
    found = [(json.loads(report), chance) for report, chance in chances.items() if chance]
    found.sort(key=lambda pair: (-pair[1], json.dumps(pair[0], sort_keys=True)))
    policies = {choice: "stated" if choice in question.policies else "first" for choice in sorted(used)}
    return Odds(name, found, len(graph.edges), policies)


def _explore(rules: Rules, question: Question, machine: Machine, graph: _Graph, used: set[str]) -> int:
    """Visit every position chance can lead to; a node is a position that waits for chance, or an end."""
    start = _settle(machine, question, used)
    first = _node(graph, machine, start)
    waiting = [(first, machine, start)]
    while waiting:
        node, here, asked = waiting.pop()
        if asked is None:
            continue
        rules.compiled.budget.reset()
        for value, chance in outcomes(here, asked):
            following = Machine(rules, here.position())
            asking.accept(following, asked, value)
            next_asked = _settle(following, question, used)
            known = len(graph.edges)
            target = _node(graph, following, next_asked)
            graph.edges[node].append((target, chance))
            if target == known:
                waiting.append((target, following, next_asked))
    return first


def _settle(machine: Machine, question: Question, used: set[str]) -> asking.Pending | None:
    """Answer every choice by policy until chance or the end."""
    asked = asking.advance(machine)
    while asked is not None and not asked.chance:
        used.add(asked.name)
        value = policy_answer(machine, question, asked)
        if not asking.check(machine, asked, value).accepted:
            raise RuleFault("wrong-answer", found=value, expected=asked.name)
        asking.accept(machine, asked, value)
        asked = asking.advance(machine)
    machine.log.clear()
    return asked


def _node(graph: _Graph, machine: Machine, asked: asking.Pending | None) -> int:
    if asked is None:
        key = json.dumps(machine.extra.get("answer"), sort_keys=True)
    else:
        key = json.dumps([machine.state, machine.stack], sort_keys=True, separators=(",", ":"))
    if key not in graph.index:
        if len(graph.edges) >= graph.most:
            raise RuleFault("not-enumerable", name="odds")
        graph.index[key] = len(graph.edges)
        graph.edges.append([])
        if asked is None:
            graph.ends[graph.index[key]] = key
    return graph.index[key]


# ---------------------------------------------------------------------- solving


def _solve(graph: _Graph, start: int) -> Distribution:
    """Push probability from the start through the components in topological order."""
    mass: dict[int, Fraction] = {start: Fraction(1)}
    result: Distribution = {}
    for component in reversed(_components(graph.edges)):
        inflow = {node: mass[node] for node in component if node in mass}
        if not inflow:
            continue
        if len(component) == 1 and component[0] in graph.ends:
            key = graph.ends[component[0]]
            result[key] = result.get(key, Fraction(0)) + inflow[component[0]]
            continue
        for node, visits in _visits(component, inflow, graph.edges).items():
            inside = set(component)
            for target, chance in graph.edges[node]:
                if target not in inside:
                    mass[target] = mass.get(target, Fraction(0)) + visits * chance
    return result


def _visits(
    component: list[int], inflow: dict[int, Fraction], edges: list[list[tuple[int, Fraction]]]
) -> dict[int, Fraction]:
    """Expected number of visits to each node of a component: solve visits = inflow + visits * P."""
    place = {node: i for i, node in enumerate(component)}
    size = len(component)
    rows = [[Fraction(0)] * size + [inflow.get(node, Fraction(0))] for node in component]
    for node in component:
        rows[place[node]][place[node]] += 1
        for target, chance in edges[node]:
            if target in place:
                rows[place[target]][place[node]] -= chance
    _eliminate(rows)
    return {node: rows[place[node]][size] for node in component if rows[place[node]][size]}


def _eliminate(rows: list[list[Fraction]]) -> None:
    """Gauss-Jordan, in place. The matrix of an absorbing chain is never singular."""
    size = len(rows)
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = 1 / rows[column][column]
        if inverse != 1:
            rows[column] = [v * inverse if v else v for v in rows[column]]
        for r in range(size):
            factor = rows[r][column]
            if r != column and factor:
                rows[r] = [v - factor * p if p else v for v, p in zip(rows[r], rows[column], strict=True)]


def _components(edges: list[list[tuple[int, Fraction]]]) -> list[list[int]]:
    """Strongly connected components, each after those it leads to (Tarjan, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(edges)):
        if root in order:
            continue
        work = [(root, 0)]
        while work:
            node, edge = work.pop()
            if edge == 0:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            for index in range(edge, len(edges[node])):
                target = edges[node][index][0]
                if target not in order:
                    work += [(node, index + 1), (target, 0)]
                    break
                if target in on_stack:
                    low[node] = min(low[node], order[target])
            else:
                if low[node] == order[node]:
                    found.append(_pop_component(node, stack, on_stack))
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return found


def _pop_component(node: int, stack: list[int], on_stack: set[int]) -> list[int]:
    component = []
    while True:
        member = stack.pop()
        on_stack.discard(member)
        component.append(member)
        if member == node:
            return component
