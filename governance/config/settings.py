"""Django's settings, all derived from one typed model (`options`). Apps are named by string only."""

from __future__ import annotations

from governance.config.broker import celery_settings
from governance.config.databases import databases
from governance.config.logs import logging_settings
from governance.config.mail import mail_settings
from governance.config.options import BASE_DIR
from governance.config.refusals import read_or_exit
from governance.config.secrets_file import secret_key

COUNTERSIGN = read_or_exit()
(COUNTERSIGN.data_dir / "static").mkdir(parents=True, exist_ok=True)
_PRODUCTION = COUNTERSIGN.mode == "production"

SECRET_KEY = secret_key(COUNTERSIGN)
DEBUG = False
ALLOWED_HOSTS = list(COUNTERSIGN.allowed_hosts)
ROOT_URLCONF = "governance.config.urls"
WSGI_APPLICATION = "governance.config.wsgi.application"
ASGI_APPLICATION = "governance.config.asgi.application"

INSTALLED_APPS = [
    "governance.config.administration.RecordAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "governance.apps.GovernanceConfig",
    "goals.apps.GoalsConfig",
    "ralph_runs.apps.RalphRunsConfig",
]
if (BASE_DIR / "governance" / "models" / "__init__.py").is_file():
    AUTH_USER_MODEL = "governance.Person"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "governance.config.security.SecurityHeaders",
    "governance.web.api.every_error.EveryError",
    "governance.config.body_limit.BodyLimit",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "governance.web.refused_pages.RefusedPages",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "governance.web.theme.theme",
                "governance.web.shell.frame",
            ]
        },
    }
]

DATABASES = databases(COUNTERSIGN)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CONN_MAX_AGE = 0
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = COUNTERSIGN.time_zone
USE_THOUSAND_SEPARATOR = False

LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

STATIC_URL = "/static/"
STATIC_ROOT = COUNTERSIGN.data_dir / "static"
STATICFILES_DIRS = [BASE_DIR / "governance" / "web" / "static"]
WHITENOISE_USE_FINDERS = not _PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = COUNTERSIGN.data_dir / "media"

DATA_UPLOAD_MAX_MEMORY_SIZE = COUNTERSIGN.max_body_bytes
FILE_UPLOAD_MAX_MEMORY_SIZE = COUNTERSIGN.max_body_bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

SESSION_COOKIE_AGE = COUNTERSIGN.session_seconds
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = _PRODUCTION
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = _PRODUCTION
CSRF_USE_SESSIONS = True
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if _PRODUCTION else 0
SECURE_SSL_REDIRECT = _PRODUCTION
SECURE_REDIRECT_EXEMPT = ["^health/$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _PRODUCTION else None
# Subdomains and browsers' preload lists are for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "governance.web.api.authentication.BearerToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["governance.web.api.bodies.StrictJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "governance.web.api.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    "UPLOADED_FILES_USE_URL": False,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Countersign",
    "DESCRIPTION": "No agent spends without a named person's signature.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["governance.web.api.openapi.close_objects"],
}

globals().update(celery_settings(COUNTERSIGN))
globals().update(mail_settings(COUNTERSIGN))
LOGGING = logging_settings(COUNTERSIGN)
