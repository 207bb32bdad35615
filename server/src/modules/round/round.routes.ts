import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { readNextStep } from '../project/next-step.queries.ts';
import { answerReport } from './answer-report.ts';
import { findCandidates } from './candidates.queries.ts';
import { addExpert } from './add-expert.ts';
import { changeAssignment, replaceExpert } from './change-assignment.ts';
import { closeRound, publishResults } from './close-round.ts';
import { askExclusion } from './exclude-opinion.ts';
import { findAssignedFiles, readSummary } from './projects.queries.ts';
import { returnOpinion } from './return-opinion.ts';
import { readOpinions } from './opinions.queries.ts';
import { reviewBoardRoutes } from './board.routes.ts';

export const assignmentRoutes = (deps: Deps) => {
  const { db } = deps;
  return [
    on(api.summary, async ({ query: { cycleId }, user }) => ({
      ...(await readSummary(db, user, cycleId)),
      next: await readNextStep(db, user, cycleId),
    })),
    on(api.candidates, ({ query, user }) => findCandidates(db, user, query)),
    on(api.files, ({ query, user }) => findAssignedFiles(db, user, query)),
    on(api.opinions, ({ params, user }) => readOpinions(db, user, params.id)),
    on(api.change, ({ params, body, user }) => changeAssignment(deps, user, { ...params, ...body })),
    on(api.replace, ({ params, body, user }) => replaceExpert(deps, user, { ...params, ...body })),
    on(api.return, ({ params, body, user }) => returnOpinion(deps, user, { ...params, ...body })),
    on(api.exclude, ({ params, body, user }) => askExclusion(db, user, { ...params, ...body })),
    on(api.answerReport, ({ params, body, user }) => answerReport(db, user, { ...params, ...body })),
    on(api.add, ({ body, user }) => addExpert(deps, user, body)),
    on(api.close, ({ body, user }) => closeRound(db, user, body)),
    ...reviewBoardRoutes(deps),
    on(api.publish, ({ body, user }) => publishResults(db, user, body)),
  ];
};
