"""Runs that began before a run kept its last good handoff are given it, so that their next agent is told."""

from django.db import migrations


def carry(apps, schema_editor):
    """The newest report of the goal up to that run, as it was looked up until then."""
    alias = schema_editor.connection.alias
    runs = apps.get_model("ralph_runs", "RalphRun").objects.using(alias)
    rounds = apps.get_model("ralph_runs", "RunRound").objects.using(alias).exclude(report_text="")
    for run in runs.filter(handoff=None).iterator():
        upto = rounds.filter(run__goal=run.goal_id, run__number__lte=run.number)
        runs.filter(pk=run.pk).update(handoff=upto.order_by("-execution_id").first())


class Migration(migrations.Migration):
    dependencies = [("ralph_runs", "0001_squashed_0003")]

    operations = [migrations.RunPython(carry, migrations.RunPython.noop)]
