"""Imports every module that defines a job, so that any run can be replayed."""

import foam.case.cutting.wording
import foam.case.deep
import foam.case.write
import foam.contest.filed.job
import foam.contest.job
import foam.debatable.curation.build
import foam.debatable.jobs
import foam.debate.memory.build
import foam.debate.rounds.job
import foam.deliberation.jobs
import foam.deliberation.seats
import foam.examination.job
import foam.judging.arms.make
import foam.judging.debates.job
import foam.judging.faults.planting
import foam.judging.jury.scoring
import foam.judging.tournament.session
import foam.oversight.experiment.run  # noqa: F401
