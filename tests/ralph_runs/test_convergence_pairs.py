"""Both directions side by side: what has to stop, and its healthy twin that must not."""

import pytest

from ralph_runs.convergence import compare, judge


def stop(*texts, threshold=3):
    return judge([[text] for text in texts], threshold=threshold).stop_round


TWINS = {
    "polling": (
        ("waiting for approval of PR 7", "PR 7 still waits for approval", "approval of PR 7 pending"),
        ("waiting for approval of PR 1", "waiting for approval of PR 2", "waiting for approval of PR 3"),
    ),
    "multi-task loop": (
        ("Task 4 needs a reviewer", "No reviewer for task 4", "Task 4: reviewer missing"),
        ("Task 4 needs a reviewer", "Task 5 needs a reviewer", "Task 6 needs a reviewer"),
    ),
    "same topic, other matter": (
        ("Board has not approved the dividend", "Dividend not approved by the board", "Dividend awaits the board"),
        ("Board has not approved the dividend", "Dividend tax rate is unknown", "Dividend letter has no template"),
    ),
    "falling counts": (
        ("9 tests failing", "12 tests failing", "10 tests failing"),
        ("14 tests failing", "9 tests failing", "2 tests failing"),
    ),
    "falling counts in Chinese": (
        ("还有 12 条记录未对平", "还有 15 条记录未对平", "还有 12 条记录未对平"),
        ("还有 25 条记录未对平", "还有 12 条记录未对平", "还有 3 条记录未对平"),
    ),
    "rising work": (
        ("Upload stuck at 35 % complete", "Upload stuck at 35 % complete", "Upload stuck at 35 % complete"),
        ("Upload at 35 % complete", "Upload at 60 % complete", "Upload at 85 % complete"),
    ),
    "narration": (
        ("Cannot reach the mail relay", "Still: cannot reach the mail relay", "As before: cannot reach the mail relay"),
        ("Cannot reach the mail relay", "Still: cannot reach the archive", "As before: cannot reach the proxy"),
    ),
    "languages": (
        ("缺少环境变量 PAY_KEY", "PAY_KEY is not set", "仍然没有 PAY_KEY"),
        ("缺少环境变量 PAY_KEY", "PAY_URL is not set", "仍然没有 PAY_USER"),
    ),
    "languages without a name": (
        ("八月银行对账单未收到", "The August bank statement has not arrived", "仍在等八月的银行对账单"),
        ("八月银行对账单未收到", "The July bank statement has not arrived", "仍在等九月的银行对账单"),
    ),
    "paraphrase": (
        ("VPN access was not granted", "My VPN access has not been set up", "Somebody has to grant VPN access"),
        ("VPN access was not granted", "VPN client crashes", "VPN certificate expired"),
    ),
    "version as the object": (
        ("acme-core 2.4.1 is not published", "acme-core 2.4.1 missing", "no acme-core 2.4.1 on the index"),
        ("acme-core 2.4.1 is not published", "acme-core 2.4.2 is not published", "acme-core 2.5.0 is not published"),
    ),
    "version as noise": (
        ("[agent v1.8.3] no DB_URL", "[agent v1.8.4] no DB_URL", "[agent v1.9.0] no DB_URL"),
        ("[agent v1.8.3] no DB_URL", "[agent v1.8.3] no DB_USER", "[agent v1.8.3] no DB_NAME"),
    ),
    "another step further": (
        ("sftp.b.example: login rejected", "login at sftp.b.example refused", "sftp.b.example refuses the login"),
        ("sftp.b.example: host not found", "sftp.b.example: login rejected", "sftp.b.example: camt.xml malformed"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_a_standing_blocker_is_stopped_and_its_healthy_twin_is_not(name):
    standing, healthy = TWINS[name]

    assert stop(*standing) == 3
    assert stop(*healthy) is None


def test_a_count_that_no_longer_falls_is_stopped_one_window_later():
    assert stop("14 tests failing", "9 tests failing", "9 tests failing", "9 tests failing") == 4


def test_a_flaky_thing_is_one_thing_whatever_it_counts():
    told = "test_rollover fails intermittently ({} of 10 runs)"

    assert stop(*(told.format(count) for count in (2, 1, 3))) == 3
    assert stop(*(told.format(count) for count in (3, 2, 2))) == 3


def test_the_answer_does_not_depend_on_which_text_came_first():
    for standing, healthy in TWINS.values():
        for one, other in ((standing[0], standing[1]), (healthy[0], healthy[2])):
            assert compare(one, other).same == compare(other, one).same


def test_an_agent_cannot_escape_by_renaming_the_object():
    told = (
        {"text": "Database password not provided", "object": name} for name in ("db", "pg-secret", "login")
    )

    assert stop(*told) == 3


def test_a_structured_object_tells_apart_what_the_text_does_not_name():
    told = ({"text": "Approval pending", "object": f"PR {number}"} for number in (1, 2, 3))

    assert stop(*told) is None
