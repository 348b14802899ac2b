"""The ASGI application that web servers load."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")

application = get_asgi_application()
