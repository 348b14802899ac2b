"""Addresses of the pages of goals."""

from __future__ import annotations

from django.urls import path

from goals.web import (
    acts,
    admission,
    change,
    completion,
    goal_list,
    goal_page,
    record_page,
    round_page,
    session_page,
    speaking,
    statement,
    step_body,
    step_page,
)
from governance.web import refs

N = refs.NUMBER
GOAL = f"goals/<{refs.GOAL}:account>"
STEP = f"{GOAL}/executions/<{N}:execution>/steps/<{N}:turn>.<{N}:number>"

urlpatterns = [
    path("goals/", goal_list.show, name="goals"),
    path(f"{GOAL}/", goal_page.show, name="goal"),
    path(f"{GOAL}/live/", goal_page.live, name="goal-live"),
    path(f"{GOAL}/record/", record_page.show, name="goal-record"),
    path(f"{GOAL}/record/<{N}:seq>/", record_page.entry, name="goal-entry"),
    path(f"{GOAL}/statement/", statement.statement, name="goal-statement"),
    path(f"{GOAL}/admission/", admission.admission, name="goal-admission"),
    path(f"{GOAL}/change/", change.change, name="goal-change"),
    path(f"{GOAL}/completion/", completion.completion, name="goal-completion"),
    path(f"{GOAL}/rounds/<{N}:number>/", round_page.of_round, name="goal-round"),
    path(f"{GOAL}/turns/<{N}:execution>/", round_page.of_turn, name="goal-turn"),
    path(f"{STEP}/", step_page.step, name="goal-step"),
    path(f"{STEP}/tools/<{N}:call>/<slug:side>/", step_body.body, name="goal-body"),
    path(f"{GOAL}/session/", session_page.show, name="goal-session"),
    path(f"{GOAL}/session/<{N}:seq>/", session_page.event, name="goal-said"),
    path(f"{GOAL}/session/write/", speaking.write, name="goal-write"),
    path(f"{GOAL}/session/withdraw/", speaking.withdraw, name="goal-withdraw"),
    path(f"{GOAL}/session/proposal/", speaking.decide, name="goal-proposal"),
    path(f"{GOAL}/session/command/", speaking.command, name="goal-command"),
    path(f"{GOAL}/<slug:act>/", acts.act, name="goal-act"),
]
