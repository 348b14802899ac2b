"""Writes the reconciliation report from the two ledgers and the differences file. Pure."""

from decimal import Decimal

from goals.agent.scripted.ledgers import Ledger, amount, rows_of

KINDS = (
    "missing in A",
    "missing in B",
    "amounts differ",
    "booked twice in A",
    "booked twice in B",
    "amount unreadable",
)


def report(sides: list[tuple[str, Ledger]], differences: str) -> str:
    """Markdown: what was compared, each kind of difference with its invoices, and whether it all adds up."""
    rows = rows_of(differences)
    lines = ["# Reconciliation", ""]
    for letter, (name, side) in zip("AB", sides, strict=False):
        lines.append(f"- {letter} is `{name}`: {side.rows} rows, total {side.total:.2f}")
    lines += ["", f"{len(rows)} invoices disagree.", ""]
    for kind in KINDS:
        lines += section(kind, [row for row in rows if row["kind"] == kind])
    return "\n".join(lines + closing(sides, rows)) + "\n"


def section(kind: str, rows: list[dict[str, str]]) -> list[str]:
    if not rows:
        return []
    lines = [f"## {kind.capitalize().replace(' a', ' A').replace(' b', ' B')}: {len(rows)}", ""]
    lines += ["| invoice | A | B | difference |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {r['invoice']} | {r['amount_a']} | {r['amount_b']} | {r['difference']} |" for r in rows]
    return [*lines, "", f"Sum of these differences: {total(rows):.2f}", ""]


def total(rows: list[dict[str, str]]) -> Decimal:
    return sum((amount(row["difference"]) or Decimal(0) for row in rows), Decimal(0))


def closing(sides: list[tuple[str, Ledger]], rows: list[dict[str, str]]) -> list[str]:
    if len(sides) != 2:
        return []
    gap = sides[0][1].total - sides[1][1].total
    explained = "explained in full" if gap == total(rows) else "NOT explained in full"
    return ["## Totals", "", f"A − B is {gap:.2f}; the differences sum to {total(rows):.2f}: {explained}."]
