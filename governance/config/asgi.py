"""The ASGI application that web servers load. It does not load on a database that lets the record be changed."""

import os
from concurrent.futures import ThreadPoolExecutor

from django.core.asgi import get_asgi_application

from governance import standing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")

application = get_asgi_application()
# Some servers import this inside their event loop, where Django refuses to ask a database.
with ThreadPoolExecutor(1) as _aside:
    _aside.submit(standing.require_or_exit).result()
