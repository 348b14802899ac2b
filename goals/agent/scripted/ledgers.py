"""Reads ledgers from CSV text and compares them invoice by invoice. Pure; amounts are exact decimals."""

import csv
import io
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

INVOICE_WORDS = ("invoice", "document", "reference", "number")
AMOUNT_WORDS = ("amount", "gross", "total", "value")


@dataclass(frozen=True, slots=True)
class Ledger:
    """`amounts` maps an invoice to its amounts in order; `unreadable` keeps what is no number."""

    rows: int
    amounts: dict[str, list[Decimal]]
    unreadable: dict[str, str]

    @property
    def total(self) -> Decimal:
        return sum((amount for each in self.amounts.values() for amount in each), Decimal(0))

    def of(self, invoice: str) -> Decimal:
        return sum(self.amounts.get(invoice, []), Decimal(0))


@dataclass(frozen=True, slots=True)
class Difference:
    """`amount_a` and `amount_b` are None where the ledger lacks the invoice."""

    invoice: str
    kind: str
    amount_a: Decimal | None
    amount_b: Decimal | None

    @property
    def difference(self) -> Decimal:
        return (self.amount_a or Decimal(0)) - (self.amount_b or Decimal(0))


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of a CSV text as dictionaries; the separator is the commoner of comma and semicolon."""
    text = text.lstrip("\ufeff")
    header = text.split("\n", 1)[0]
    separator = ";" if header.count(";") > header.count(",") else ","
    return [dict(row) for row in csv.DictReader(io.StringIO(text), delimiter=separator)]


def column(names: list[str], words: tuple[str, ...]) -> str | None:
    """The first column whose heading holds one of the words, tried in their order."""
    for word in words:
        for name in names:
            if word in name.lower():
                return name
    return None


def amount(text: str) -> Decimal | None:
    """1,234.50 and 1234.5 and -20 as decimals; None for anything else."""
    try:
        number = Decimal(text.strip().replace(",", "").replace(" ", ""))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def ledger(text: str) -> Ledger:
    """The ledger in a CSV text; rows without an invoice are left out."""
    rows = rows_of(text)
    names = list(rows[0]) if rows else []
    invoices, amounts_in = column(names, INVOICE_WORDS), column(names, AMOUNT_WORDS)
    found: dict[str, list[Decimal]] = {}
    unreadable: dict[str, str] = {}
    for row in rows:
        invoice = (row.get(invoices or "") or "").strip()
        number = amount(row.get(amounts_in or "") or "")
        if invoice and number is None:
            unreadable[invoice] = row.get(amounts_in or "") or ""
        elif invoice and number is not None:
            found.setdefault(invoice, []).append(number)
    return Ledger(len(rows), found, unreadable)


def compare(a: Ledger, b: Ledger) -> list[Difference]:
    """Every invoice on which two ledgers disagree, in the order of their numbers."""
    invoices = sorted({*a.amounts, *b.amounts, *a.unreadable, *b.unreadable})
    found = (judge(invoice, a, b) for invoice in invoices)
    return [difference for difference in found if difference is not None]


def judge(invoice: str, a: Ledger, b: Ledger) -> Difference | None:
    in_a, in_b = a.amounts.get(invoice), b.amounts.get(invoice)
    amount_a = a.of(invoice) if in_a else None
    amount_b = b.of(invoice) if in_b else None
    if invoice in a.unreadable or invoice in b.unreadable:
        return Difference(invoice, "amount unreadable", amount_a, amount_b)
    if in_a is None:
        return Difference(invoice, "missing in A", None, amount_b)
    if in_b is None:
        return Difference(invoice, "missing in B", amount_a, None)
    if amount_a == amount_b:
        return None
    if len(in_a) != len(in_b):
        return Difference(
            invoice, "booked twice in A" if len(in_a) > len(in_b) else "booked twice in B", amount_a, amount_b
        )
    return Difference(invoice, "amounts differ", amount_a, amount_b)
