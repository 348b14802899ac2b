"""Names the read-only site as Django's administration site."""

from django.contrib.admin.apps import AdminConfig


class RecordAdminConfig(AdminConfig):
    default_site = "governance.admin_site.RecordSite"
