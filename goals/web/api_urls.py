"""Addresses of the goals' part of the API, below /api/v1/."""

from __future__ import annotations

from django.urls import path

from goals.web.api import (
    admission,
    asking,
    conversing,
    deciding,
    driving,
    governing,
    looking,
    moving,
    questions,
    recorded,
    running,
    signed,
)
from governance.web.api.address import at

GOAL = "goals/<str:goal>"
REQUEST = "requests/<str:request_ref>"

urlpatterns = [
    path("requests", at(get=deciding.ListRequests, post=asking.AskForGoal)),
    path("requests/roles", at(post=governing.AskForRole)),
    path("requests/policies", at(post=governing.AskForPolicy)),
    path("requests/prices", at(post=governing.AskForPrice)),
    path("requests/envelopes", at(post=governing.AskForEnvelope)),
    path(REQUEST, at(get=deciding.ShowRequest)),
    path(f"{REQUEST}/sign", at(post=deciding.SignRequest)),
    path(f"{REQUEST}/decline", at(post=deciding.DeclineRequest)),
    path(f"{REQUEST}/send-back", at(post=deciding.SendBackRequest)),
    path(f"{REQUEST}/withdraw", at(post=deciding.WithdrawRequest)),
    path(f"{REQUEST}/resubmit", at(post=deciding.ResubmitRequest)),
    path("authorisations", at(get=signed.ListAuthorisations)),
    path("authorisations/<str:authorisation>", at(get=signed.ShowAuthorisation)),
    path("authorisations/<str:authorisation>/revoke", at(post=signed.RevokeAuthorisation)),
    path("goals", at(get=looking.ListGoals)),
    path(GOAL, at(get=looking.ShowGoal)),
    path(f"{GOAL}/pause", at(post=moving.PauseGoal)),
    path(f"{GOAL}/resume", at(post=moving.ResumeGoal)),
    path(f"{GOAL}/complete", at(post=moving.CompleteGoal)),
    path(f"{GOAL}/block", at(post=moving.BlockGoal)),
    path(f"{GOAL}/clear", at(post=moving.ClearGoal)),
    path(f"{GOAL}/cancel", at(post=moving.CancelGoal)),
    path(f"{GOAL}/edit", at(post=asking.EditGoal)),
    path(f"{GOAL}/changes", at(post=asking.AskForChange)),
    path(f"{GOAL}/narrow", at(post=asking.NarrowTerms)),
    path(f"{GOAL}/admission", at(get=admission.WouldAdmit, post=admission.WouldAdmitWith)),
    path(f"{GOAL}/rounds", at(get=running.ListRounds, post=running.OrderRound)),
    path(f"{GOAL}/rounds/<str:round>", at(get=running.ShowRound)),
    path(f"{GOAL}/executions", at(get=running.ListExecutions)),
    path(f"{GOAL}/claims", at(get=signed.ListClaims)),
    path(f"{GOAL}/proposals", at(get=conversing.ListProposals)),
    path(f"{GOAL}/statement", at(get=recorded.ShowStatement)),
    path(f"{GOAL}/refusals", at(get=recorded.ListRefusals)),
    path("claims/<str:claim>/accept", at(post=signed.AcceptClaim)),
    path("claims/<str:claim>/reject", at(post=signed.RejectClaim)),
    path("executions/<str:execution>", at(get=running.ShowExecution)),
    path("executions/<str:execution>/settle", at(post=running.SettleExecution)),
    path("tool-calls/<str:tool_call>", at(get=running.ShowToolCall)),
    path("sessions/<str:session>", at(get=conversing.ShowSession)),
    path("sessions/<str:session>/messages", at(get=conversing.ListMessages, post=conversing.WriteMessage)),
    path("messages/<str:message>", at(get=conversing.ShowMessage)),
    path("messages/<str:message>/withdraw", at(post=conversing.WithdrawMessage)),
    path("proposals/<str:proposal>/confirm", at(post=conversing.ConfirmProposal)),
    path("proposals/<str:proposal>/dismiss", at(post=conversing.DismissProposal)),
    path("escalations", at(get=questions.ListEscalations)),
    path("escalations/<str:escalation>", at(get=questions.ShowEscalation)),
    path("escalations/<str:escalation>/answer", at(post=questions.AnswerEscalation)),
    path("escalations/<str:escalation>/ask-again", at(post=questions.AskEscalationAgain)),
    path("events", at(get=recorded.ListEvents)),
    path("events/<str:event>", at(get=recorded.ShowEvent)),
    path("driver", at(get=driving.ShowDriver)),
]
