"""A run keeps its terminal value, the objective it was opened for, and why it was opened."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ralph_runs', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='ralphrun',
            name='objective_digest',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='ralphrun',
            name='result_text',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='ralphrun',
            name='cap',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='ralphrun',
            name='opened_for',
            field=models.CharField(choices=[('start', 'Start'), ('answer', 'Answer'), ('objective', 'Objective'), ('resume', 'Resume')], max_length=10),
        ),
    ]
