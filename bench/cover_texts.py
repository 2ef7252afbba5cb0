"""Exact cover in the languages of other programs: pseudo-Boolean (opb), linear programs (lp), MiniZinc (mzn).

A variable for each option; for each colour of a secondary item one more, which is true if and only if some
chosen option gives the item that colour, so that no solution comes twice.
"""
import re


class Problem:
    """Knuth's format, read without a check: options from 0, items by name."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip() and not line.startswith("|")]
        self.range = {}
        self.secondary = []
        primary = True
        for word in lines[0]:
            if word == "|":
                primary = False
            elif primary:
                low, high, name = re.fullmatch(r"(?:(\d+)(?::(\d+))?\|)?(.+)", word).groups()
                self.range[name] = (int(low or 1), int(high or low or 1))
            else:
                self.secondary.append(word)
        self.uses = {name: [] for name in [*self.range, *self.secondary]}  # by item: (option, colour)
        self.cost = []
        for option, words in enumerate(lines[1:]):
            self.cost.append(sum(int(word[1:]) for word in words if word.startswith("|")))
            for word in words:
                if not word.startswith("|"):
                    name, _, colour = word.partition(":")
                    self.uses[name].append((option, colour))

    def rows(self):
        """Linear constraints: ([(coefficient, variable)], low, high), either of them None; options are
        variables 0 and up, colours come behind them. And how many variables there are."""
        rows = [([(1, option) for option, _ in self.uses[name]], *self.range[name]) for name in self.range]
        variables = len(self.cost)
        for name in self.secondary:
            exclusive = []
            for colour in sorted({colour for _, colour in self.uses[name]}):
                options = [option for option, other in self.uses[name] if other == colour]
                if colour == "" or len(options) == 1:
                    exclusive += [(1, option) for option in options]
                    continue
                rows += [([(1, variables), (-1, option)], 0, None) for option in options]
                rows.append(([(1, option) for option in options] + [(-1, variables)], 0, None))
                exclusive.append((1, variables))
                variables += 1
            if len(exclusive) > 1:
                rows.append((exclusive, None, 1))
        return rows, variables


def relations(rows):
    """The rows as (terms, relation, bound)."""
    for terms, low, high in rows:
        if low == high:
            yield terms, "=", low
            continue
        if low is not None:
            yield terms, ">=", low
        if high is not None:
            yield terms, "<=", high


def as_opb(problem):
    rows, variables = problem.rows()
    lines = []
    for terms, relation, bound in relations(rows):
        if relation == "<=":
            terms, relation, bound = [(-factor, variable) for factor, variable in terms], ">=", -bound
        text = " ".join(f"{factor:+d} x{variable + 1}" for factor, variable in terms) or "0 x1"
        lines.append(f"{text} {relation} {bound} ;")
    goal = " ".join(f"{cost:+d} x{option + 1}" for option, cost in enumerate(problem.cost) if cost)
    head = [f"* #variable= {variables} #constraint= {len(lines)}"] + ([f"min: {goal} ;"] if goal else [])
    return "\n".join(head + lines) + "\n"


def as_lp(problem):
    rows, variables = problem.rows()
    goal = " ".join(f"{cost:+d} x{option}" for option, cost in enumerate(problem.cost) if cost)
    lines = ["Minimize", f" cost: {goal or '0 x0'}", "Subject To"]
    for number, (terms, relation, bound) in enumerate(relations(rows)):
        text = " ".join(f"{factor:+d} x{variable}" for factor, variable in terms) or "0 x0"
        lines.append(f" r{number}: {text} {relation} {bound}")
    return "\n".join([*lines, "Binaries"] + [f" x{v}" for v in range(variables)] + ["End"]) + "\n"


def as_mzn(problem):
    rows, variables = problem.rows()
    lines = [f"array[0..{variables - 1}] of var 0..1: x;"]
    for terms, relation, bound in relations(rows):
        text = " + ".join(f"{factor}*x[{variable}]" for factor, variable in terms) or "0"
        lines.append(f"constraint {text} {relation} {bound};")
    goal = " + ".join(f"{cost}*x[{option}]" for option, cost in enumerate(problem.cost) if cost)
    lines.append(f"solve minimize {goal};" if goal else "solve satisfy;")
    return "\n".join([*lines, "output [show(x)];"]) + "\n"


WRITERS = {"opb": as_opb, "lp": as_lp, "mzn": as_mzn}
