"""Imports every module that says how a value is read, so that any result can be rendered and saved."""

import foam.case.cutting.views
import foam.case.views
import foam.contest.views.document
import foam.debatable.harness.report
import foam.debate.document
import foam.debate.grid
import foam.debate.views
import foam.deliberation.views
import foam.examination.views
import foam.judging.debates.views
import foam.judging.tournament.views.document
import foam.judging.tournament.views.people  # noqa: F401
