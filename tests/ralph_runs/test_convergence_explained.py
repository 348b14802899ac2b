"""What a person is told: the sentence, the texts, what was ignored, and why each pair is the same."""

import pytest

from ralph_runs.convergence import compare, judge, read_blocker


def test_the_sentence_names_the_rounds_the_variable_and_what_was_ignored():
    verdict = judge(
        [
            ["The logo is blurred"],
            [],
            ["[09:12:44] DATABASE_URL is missing"],
            ["Cannot start: no DATABASE_URL configured (settings.py, line 41)"],
            ["App exits at boot because DATABASE_URL was never provided"],
        ]
    )

    assert verdict.sentence == (
        "Stopped after round 5: rounds 3, 4 and 5 each reported that DATABASE_URL is missing. "
        "Ignored: time, line number."
    )


def test_the_verdict_holds_the_texts_word_for_word_with_their_rounds():
    texts = [
        "No access to the drop folder",
        "Still: no access to the drop folder",
        "No access to the drop folder!",
    ]
    verdict = judge([[text] for text in texts])

    assert [(text.round, text.raw) for text in verdict.texts] == list(enumerate(texts, 1))
    assert verdict.which == texts[2]


def test_every_pair_is_listed_with_its_rule():
    told = ["no KEY_A", "KEY_A is not set", "KEY_A missing"]
    pairs = judge([[text] for text in told]).pairs

    assert [(pair.earlier, pair.later) for pair in pairs] == [(1, 2), (2, 3), (1, 3)]
    assert all(pair.verdict.same for pair in pairs)
    assert pairs[0].verdict.sentence == "Same: shared identifier, nothing against it (KEY_A)."


def test_a_difference_is_explained_by_the_type_of_name():
    verdict = compare("Invoice INV-20331 is unmatched", "Invoice INV-20332 is unmatched")

    assert (verdict.same, verdict.rule) == (False, "other-object")
    assert verdict.sentence == "Not the same: both name a thing of one kind, and not the same one (invoice)."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SFTP login to bank.example as recon-acme refused",
         [("host", "bank.example"), ("symbol", "recon-acme")]),
        ("tests/test_fx.py::test_gain fails", [("path", "tests/test_fx.py"), ("test", "test_gain")]),
        ("GET /v2/invoices returned 401", [("http method", "get"), ("endpoint", "v2/invoices"), ("status", "401")]),
        ("table fact_cash misses column `paid_at`", [("table", "fact_cash"), ("column", "paid_at")]),
        ("No module named 'openpyxl'", [("package", "openpyxl")]),
        ("Bank file for August 2026 missing", [("month", "08")]),
        ("工单 OPS-88 等待张伟", [("ops number", "ops-88")]),
    ],
)  # fmt: skip
def test_names_are_read_with_their_type(text, names):
    assert [(one.type, one.value) for one in read_blocker(text).identifiers] == names


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        ("2026-09-09 14:02:11Z login refused (attempt 3 of 3, 12.4 s)",
         [("time", "2026-09-09 14:02:11Z"), ("attempt", "attempt 3 of 3"), ("duration", "12.4 s")]),
        ("/tmp/build-a81f/requirements.txt is broken", [("temporary folder", "/tmp/build-a81f/")]),
        ("src/a.ts:131:9 does not compile", [("line number", ":131:9")]),
        ("lock held by process 4412", [("process id", "process 4412")]),
        ("/data 剩余 120MB", [("size", "120MB")]),
    ],
)  # fmt: skip
def test_what_is_ignored_is_listed_by_kind(text, ignored):
    assert [(one.kind, one.text) for one in read_blocker(text).ignored] == ignored


@pytest.mark.parametrize(
    "text",
    [
        "【2026-08-14】环境变量ＡＤＹＥＮ＿ＫＥＹ未设置，第 3 次重试",
        "**`pg_dump`**:  command not found (pid 44)",
        "Tomás  Herrera has not signed “Plan B” at 14:02",
        "e\u0301te\u0301 config.yaml: line 7\u200b, size 3 MB",
    ],
)
def test_spans_point_into_the_raw_text(text):
    read = read_blocker(text)
    marked = [*read.identifiers, *read.words, *read.ignored]

    assert marked
    for one in marked:
        assert 0 <= one.span.start < one.span.end <= len(text)
    for word in read.words:
        assert text[word.span.start : word.span.end].strip()


def test_spans_underline_the_very_characters():
    text = "[15:09:09Z] sftp.nordbank.example: recon-acme key refused"
    read = read_blocker(text)

    assert [text[one.span.start : one.span.end] for one in read.ignored] == ["15:09:09Z"]
    assert [text[one.span.start : one.span.end] for one in read.identifiers] == [
        "sftp.nordbank.example",
        "recon-acme",
    ]
