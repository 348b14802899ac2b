"""The product's own web application with one address more: an empty DRF POST behind the same authentication."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")

import django

django.setup()

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "bench.urls"
application = get_wsgi_application()
