"""Values that governance stores. Each member says where it comes from and where it may go."""

from __future__ import annotations

from django.db.models import TextChoices


class PersonKind(TextChoices):
    PERSON = "person"  # a human being who can be named
    SERVICE = "service"  # a program: can never sign, arm or decide


class Role(TextChoices):
    REQUESTER = "requester"  # asks for goals
    APPROVER = "approver"  # signs, within a limit in tokens and money
    CONTROLLER = "controller"  # policy, prices, envelopes, period close
    OPERATOR = "operator"  # pause, stop, freeze, reserve a round now
    AUDITOR = "auditor"  # reads everything, changes nothing


class RequestKind(TextChoices):
    GOAL = "goal"  # a new goal with its terms
    TERMS = "terms"  # wider terms, or another objective, for an existing goal
    ROLE = "role"  # grant or change of a role and its limit
    BAND = "band"  # approval bands and policy
    PRICE = "price"  # a price row
    ENVELOPE = "envelope"  # the budget of a cost centre for a period
    CORRECTION = "correction"  # what a recorded call stands at, put right by entries that name it


class RequestStatus(TextChoices):
    PENDING = "pending"  # asked; -> any of the others
    SENT_BACK = "sent-back"  # returned to the requester; -> pending (revision + 1) | withdrawn | expired
    APPROVED = "approved"  # all signatures given; final
    DECLINED = "declined"  # final
    WITHDRAWN = "withdrawn"  # by the requester; final
    EXPIRED = "expired"  # nobody answered; final
    STALE = "stale"  # the base terms moved before it was decided; final


class Act(TextChoices):
    SIGN = "sign"
    DECLINE = "decline"
    SEND_BACK = "send-back"


class AuthorisationStatus(TextChoices):
    IN_FORCE = "in-force"  # signed; -> superseded | revoked | ended
    SUPERSEDED = "superseded"  # a later signature covers the goal; final
    REVOKED = "revoked"  # by a named person; final
    ENDED = "ended"  # the goal was closed or accepted; final


class EntryKind(TextChoices):
    BUDGET = "budget"  # the budget was set; tokens and money are the new totals
    HOLD = "hold"  # set aside for an execution
    POST = "post"  # spent by one attempt, out of its hold
    OVERRUN = "overrun"  # spent above the attempt's bound: never in a hold, always flagged
    RELEASE = "release"  # given back at the end of a hold
    CHARGE = "charge"  # correction upwards, names the entry it corrects
    CREDIT = "credit"  # correction downwards, names the entry it corrects


class HoldStatus(TextChoices):
    OPEN = "open"  # set aside; -> closed
    CLOSED = "closed"  # every part posted or released; final


class UsageState(TextChoices):
    REPORTED = "reported"  # both sides from the provider's own final counters
    ESTIMATED = "estimated"  # only a bound or a sum is known
    UNKNOWN = "unknown"  # not told: the attempt's full bound is posted


class EscalationStatus(TextChoices):
    OPEN = "open"  # waits for a named person; -> answered | expired | moot
    ANSWERED = "answered"  # one answer, taken once; final
    EXPIRED = "expired"  # nobody answered; final, approves nothing
    MOOT = "moot"  # overtaken: the goal was closed, or the cause went away; final


class OutboxTopic(TextChoices):
    ROUND = "round"  # a reservation: the worker claims and admits it
    HUMAN = "human"  # a person's turn in a session waits for its admission
    NOTICE = "notice"  # a notification to be delivered


class OutboxStatus(TextChoices):
    WAITING = "waiting"  # written with its cause; -> claimed | dropped
    CLAIMED = "claimed"  # the worker took it in its own transaction; final
    DROPPED = "dropped"  # stale or refused: nothing started, nothing spent; final


class NoticeKind(TextChoices):
    THRESHOLD = "threshold"  # spent has passed a share of the budget
    QUESTION = "question"  # a question was put, passed on, or expired
    UNCERTAIN = "uncertain"  # a round lost its worker in a call: a person must look
    SIGNATURE = "signature"  # a request waits for a signature, or came back
    TEST = "test"  # somebody tried out a channel


class NoticeState(TextChoices):
    WAITING = "waiting"  # still to be sent; -> delivered | failed
    DELIVERED = "delivered"  # accepted wherever it was to go; final
    FAILED = "failed"  # given up at one channel at least; shown in the product; final


class ChannelKind(TextChoices):
    MAIL = "mail"  # address: a mail address
    WEBHOOK = "webhook"  # address: http(s); the body is signed
    SLACK = "slack"  # address: as apprise writes it
    TEAMS = "teams"  # address: as apprise writes it
    MATTERMOST = "mattermost"  # address: as apprise writes it
