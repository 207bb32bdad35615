import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { askExtension } from './ask-extension.ts';
import { readDesk } from './desk.queries.ts';
import { moveAssignment } from './move-assignment.ts';
import { readOpinionSheetFile, writeOpinionSheet } from './opinion-sheet.ts';
import { reportMaterial } from './report-material.ts';
import { downloadReviewMaterial, readReviewMaterial } from './read-material.ts';
import { findTasks } from './own-assignments.queries.ts';
import { findRevisions } from './revisions.queries.ts';
import { saveOpinion, submitOpinion } from './save-opinion.ts';
import { saveReading } from './save-reading.ts';
import { readReviewCommitment, signReviewCommitment } from './sign-commitment.ts';

export const reviewRoutes = (deps: Deps) => [
  on(api.list, ({ params, query, user }) => findTasks(deps.db, user, { ...params, ...query })),
  on(api.commit, ({ body, user, caller }) => signReviewCommitment(deps, { ...user, ip: caller.ip }, body)),
  on(api.commitment, ({ query, user }) => readReviewCommitment(deps.db, user, query.cycleId)),
  on(api.read, ({ params, user }) => readDesk(deps, user, params.id)),
  on(api.save, ({ params, body, user }) => saveOpinion(deps.db, user, { ...params, ...body })),
  on(api.submit, ({ params, body, user }) => submitOpinion(deps.db, user, { ...params, ...body })),
  on(api.move, ({ params, body, user }) => moveAssignment(deps, user, { ...params, ...body })),
  on(api.askExtension, ({ body, user }) => askExtension(deps.db, user, body)),
  on(api.reading, ({ params, body, user }) => saveReading(deps.db, user, { ...params, ...body })),
  on(api.material, ({ params, user, caller }) => readReviewMaterial(deps, user, params, caller)),
  on(api.download, ({ params, user }) => downloadReviewMaterial(deps, user, params)),
  on(api.report, ({ params, body, user }) => reportMaterial(deps.db, user, { ...params, ...body })),
  on(api.sheet, ({ params, user }) => writeOpinionSheet(deps.db, user, params.id)),
  on(api.readSheet, ({ params, file, user }) =>
    readOpinionSheetFile(deps.db, user, { ...params, bytes: file.bytes }),
  ),
  on(api.revisions, ({ params, query, user }) => findRevisions(deps.db, user, { ...params, ...query })),
];
