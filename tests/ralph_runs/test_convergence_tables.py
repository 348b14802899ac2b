"""The word tables: readable lines, nothing twice, both languages where it says so."""

from collections import Counter

import pytest

from ralph_runs.convergence.v1.stemming import stem
from ralph_runs.convergence.v1.vocabulary import VOCABULARY, load_lines, table_names


@pytest.mark.parametrize("name", table_names())
def test_no_concept_stands_twice_in_a_table(name):
    counts = Counter(concept for concept, _, _ in load_lines(name))

    assert [concept for concept, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("name", table_names())
def test_every_concept_can_be_said(name):
    assert [concept for concept, english, chinese in load_lines(name) if not english and not chinese] == []


def test_a_chinese_term_belongs_to_one_concept():
    terms = Counter(
        term for name in table_names() for _, _, chinese in load_lines(name) for term in set(chinese)
    )

    assert [term for term, count in terms.items() if count > 1] == []


@pytest.mark.parametrize(
    "forms",
    ["approve approved approval approves approving", "depreciate depreciation depreciated",
     "confirm confirmation confirmed", "decide decision decided", "expire expired expiry expiration",
     "authorise authorised authorisation authorize authorization", "missing", "reconcile reconciliation"],
)  # fmt: skip
def test_forms_of_one_word_meet(forms):
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["statement state", "document dock", "customs customer", "general generate"])
def test_words_that_only_look_alike_stay_apart(pair):
    one, other = pair.split()

    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("invoice", "发票"),
        ("payroll", "工资"),
        ("password", "密码"),
        ("approval", "审批"),
        ("missing", "缺少"),
    ],
)
def test_both_languages_meet_in_one_concept(english, chinese):
    met = VOCABULARY.term(chinese, 0)

    assert met is not None
    assert VOCABULARY.word(english) == met[0]
