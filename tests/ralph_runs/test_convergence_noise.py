"""Noise never changes a decision; another name always does."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ralph_runs.convergence import judge
from tests.ralph_runs.cases import DEVELOPED, EXAMPLES, load

STRINGS_ONLY = [
    case
    for case in load(EXAMPLES) + load(DEVELOPED, tiers="A")
    if all(isinstance(item, str) for given_ in case["rounds"] for item in given_ or ())
    and case["kind"] not in ("placeholders", "resolved")
]
HEX = st.text("0123456789abcdef", min_size=10, max_size=10).map(lambda text: f"a{text}7")
NUMBER = st.integers(1, 900)
CLOCK = st.tuples(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59)).map(
    lambda t: f"{t[0]:02d}:{t[1]:02d}:{t[2]:02d}"
)
DAY = st.tuples(st.integers(1, 12), st.integers(1, 28)).map(lambda t: f"2026-{t[0]:02d}-{t[1]:02d}")
UUID = st.uuids().map(str)


@st.composite
def noisy(draw: st.DrawFn, text: str) -> str:
    """The same report with one of the things that change from round to round."""
    kinds = (
        lambda: f"[{draw(DAY)}T{draw(CLOCK)}Z] {text}",
        lambda: f"{draw(DAY)} {draw(CLOCK)} {text}",
        lambda: f"{draw(CLOCK)} {text}",
        lambda: f"{text} (line {draw(NUMBER)})",
        lambda: f"{text}, line {draw(NUMBER)}, column {draw(NUMBER)}",
        lambda: f"{text} (request id {draw(HEX)})",
        lambda: f"{text} [{draw(UUID)}]",
        lambda: f"{text} (pid {draw(NUMBER)})",
        lambda: f"{text} at 0x{draw(HEX)}",
        lambda: f"{text} after {draw(NUMBER)} s",
        lambda: f"{text} (attempt {draw(st.integers(1, 5))} of 5)",
        lambda: f"- {text}",
        lambda: f"**{text}**",
        lambda: f"{draw(st.integers(1, 9))}. {text}",
        lambda: f"Still: {text}",
        lambda: f"仍然：{text}",
        lambda: text.replace(" ", "  ") + " ",
        lambda: text + ".",
        lambda: text,
    )
    return draw(st.sampled_from(kinds))()


@given(st.data())
@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
def test_noise_in_some_rounds_never_changes_the_decision(data):
    case = data.draw(st.sampled_from(STRINGS_ONLY))
    rounds = [
        None if given_ is None else [data.draw(noisy(item)) for item in given_] for given_ in case["rounds"]
    ]

    assert judge(rounds).stop_round == judge(case["rounds"]).stop_round


@given(st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_the_order_within_a_round_never_changes_the_decision(data):
    case = data.draw(st.sampled_from(STRINGS_ONLY))
    rounds = [None if given_ is None else data.draw(st.permutations(given_)) for given_ in case["rounds"]]

    assert judge(rounds).stop_round == judge(case["rounds"]).stop_round


WORD = st.text("abcdefghijkmnopqrstuvwxyz", min_size=4, max_size=9)
NAMES = {
    "No value for {} in the environment": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}_{t[1]}".upper()),
    "No module named '{}'": WORD,
    "connection to {}:5432 refused": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}.{t[1]}.internal"),
    "SyntaxError in {}: unexpected indent": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}/{t[1]}.py"),
    "tests/test_close.py::{} fails": st.tuples(WORD, WORD).map(lambda t: f"test_{t[0]}_{t[1]}"),
    "Invoice INV-{} has no matching purchase order": st.integers(10_000, 99_999).map(str),
    "Waiting for the approval of PR {}": st.integers(1, 9_999).map(str),
    "GET /v2/invoices returned {}": st.sampled_from(["400", "401", "403", "404", "409", "500", "503"]),
    'column "{}" does not exist': st.tuples(WORD, WORD).map(lambda t: f"{t[0]}_{t[1]}"),
    "Kafka topic {} does not exist": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}-{t[1]}s"),
    "AccessDenied reading s3://{}": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}/{t[1]}"),
    "找不到模块 {}": WORD,
    "等待 PR {} 审批": st.integers(1, 9_999).map(str),
    "缺少环境变量 {}": st.tuples(WORD, WORD).map(lambda t: f"{t[0]}_{t[1]}".upper()),
}


@pytest.mark.parametrize("template", NAMES, ids=lambda text: text.split("{")[0].strip() or text)
@given(data=st.data())
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
def test_exchanging_one_name_always_changes_the_decision(template, data):
    first, second, third = data.draw(st.lists(NAMES[template], min_size=3, max_size=3, unique=True))
    same, other = template.format(first), [template.format(name) for name in (first, second, third)]

    assert judge([[same], [same], [same]]).stop_round == 3
    assert judge([[text] for text in other]).stop_round is None


@given(
    prefix=st.sampled_from(["/home/runner/work/{}/app", "/builds/{}/repo", "/tmp/ws-{}", "/workspace/job-{}"])
)
@settings(max_examples=20)
def test_a_workspace_in_front_of_a_path_never_changes_the_decision(prefix):
    text = "src/ledger/post.ts:118:9 - error TS2345: not assignable to parameter of type 'Money'"
    rounds = [[f"{prefix.format(number)}/{text}"] for number in (41, 42)]

    assert judge([[text], *rounds]).stop_round == 3


@pytest.mark.parametrize("change", [str.upper, str.lower], ids=["upper", "lower"])
def test_letter_case_never_changes_the_decision_about_an_example(change):
    """Names that only their capitals tell are the exception; no example has one."""
    changed = [[[change(item) for item in given_] for given_ in case["rounds"]] for case in load(EXAMPLES)]

    assert [judge(rounds).stop_round for rounds in changed] == [
        judge(case["rounds"]).stop_round for case in load(EXAMPLES)
    ]


def test_noise_is_really_noise():
    """The texts differ before they are read: a rule that compared them raw would find nothing."""
    assert json.dumps(STRINGS_ONLY[0]["rounds"]) != json.dumps(STRINGS_ONLY[1]["rounds"])
