"""Every file that is read, foreign ones too, and every file that is written, atomically."""

from __future__ import annotations

from mafsim.files.atomic import refuse_unwritable, write_text
from mafsim.files.document import plan_digest, plan_document, plan_text
from mafsim.files.judges import parse_judges, read_judges
from mafsim.files.plan import parse_plan, read_plan, write_plan
from mafsim.files.results import Results, is_results, parse_results, read_results
from mafsim.files.roster import parse_apart, parse_roster, read_apart, read_roster
from mafsim.files.schemas import plan_schema, results_schema, roster_schema, schema
from mafsim.files.text import defuse, undefuse
from mafsim.files.written_results import results_csv, results_document, results_text

__all__ = [
    "Results",
    "defuse",
    "is_results",
    "parse_apart",
    "parse_judges",
    "parse_plan",
    "parse_results",
    "parse_roster",
    "plan_digest",
    "plan_document",
    "plan_schema",
    "plan_text",
    "read_apart",
    "read_judges",
    "read_plan",
    "read_results",
    "read_roster",
    "refuse_unwritable",
    "results_csv",
    "results_document",
    "results_schema",
    "results_text",
    "roster_schema",
    "schema",
    "undefuse",
    "write_plan",
    "write_text",
]
