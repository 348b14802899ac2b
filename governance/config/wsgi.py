"""The WSGI application that web servers load. It does not load on a database that lets the record be changed."""

import os

from django.core.wsgi import get_wsgi_application

from governance import standing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")

application = get_wsgi_application()
standing.require_or_exit()
