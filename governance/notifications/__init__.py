"""What people are told, beside the pages: written with its cause, delivered later, never in the way of a stop."""

from governance.notifications.delivering import deliver
from governance.notifications.dispatching import send_due
from governance.notifications.notifying import notify

__all__ = ["deliver", "notify", "send_due"]
