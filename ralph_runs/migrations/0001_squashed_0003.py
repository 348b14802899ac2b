"""A new database in one step; one that has begun with the migrations named in `replaces` goes on with those."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('ralph_runs', '0001_initial'), ('ralph_runs', '0002_add_result_and_objective_of_a_run'), ('ralph_runs', '0003_add_handoff_of_a_run_and_newest_first')]

    initial = True

    dependencies = [
        ('goals', '0001_squashed_0005'),
    ]

    operations = [
        migrations.CreateModel(
            name='RalphRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('outcome', models.CharField(choices=[('open', 'Open'), ('complete', 'Complete'), ('blocked', 'Blocked'), ('budget-limited', 'Budget Limited'), ('round-failed', 'Round Failed'), ('cancelled', 'Cancelled'), ('stopped-by-convergence', 'Stopped')], default='open', max_length=24)),
                ('sentence', models.TextField(blank=True)),
                ('opened_for', models.CharField(choices=[('start', 'Start'), ('answer', 'Answer'), ('objective', 'Objective'), ('resume', 'Resume')], max_length=10)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('after_escalation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='governance.escalation')),
                ('goal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='goals.goal')),
                ('objective_digest', models.CharField(max_length=64)),
                ('result_text', models.TextField(blank=True)),
                ('cap', models.BigIntegerField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('goal', 'number'), name='run_number_once'), models.UniqueConstraint(condition=models.Q(('outcome', 'open')), fields=('goal',), name='run_one_open')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('matcher_version', models.CharField(max_length=20)),
                ('threshold', models.PositiveIntegerField()),
                ('stops', models.BooleanField()),
                ('input_text', models.TextField()),
                ('verdict_text', models.TextField()),
                ('sentence', models.TextField()),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('execution', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='goals.execution')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='ralph_runs.ralphrun')),
            ],
            options={
                'abstract': False,
                'indexes': [models.Index(fields=['run', '-execution'], name='decision_newest')],
            },
        ),
        migrations.CreateModel(
            name='Overrule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField()),
                ('at', models.DateTimeField()),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='overrule', to='ralph_runs.decision')),
                ('escalation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='governance.escalation')),
            ],
        ),
        migrations.CreateModel(
            name='RunRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('profile', models.CharField(max_length=10)),
                ('status', models.CharField(blank=True, max_length=10)),
                ('report_text', models.TextField(blank=True)),
                ('raw_text', models.TextField(blank=True)),
                ('fault', models.TextField(blank=True)),
                ('handoff_units', models.PositiveIntegerField(default=0)),
                ('submitted_at', models.DateTimeField(null=True)),
                ('execution', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='run_round', to='goals.execution')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='ralph_runs.ralphrun')),
            ],
            options={
                'indexes': [models.Index(fields=['run', '-execution'], name='run_round_newest')],
            },
        ),
        migrations.AddField(
            model_name='RalphRun',
            name='handoff',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ralph_runs.runround'),
        ),
    ]
