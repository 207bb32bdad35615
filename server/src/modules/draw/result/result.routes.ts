import { drawResultApi as api } from '@zhiping/shared/contracts/draw-result.ts';
import type { Deps } from '../../../deps.ts';
import { on } from '../../../platform/http/http.ts';
import { cancelRun, restartComputation } from '../run/cancel-run.ts';
import { startRepeat } from '../run/repeat.ts';
import { exportResult } from './export-result.ts';
import { findResultFiles } from './files.queries.ts';
import { fixPairs } from './fix-pairs.ts';
import { importResult } from './import-result.ts';
import { readResult } from './result.queries.ts';
import { applyTrial, startSolving } from './solve-again.ts';
import { readSubjects } from './subjects.queries.ts';
import { readConsequence, readTrial } from './trial.queries.ts';
import { readExplanation, startExplanation } from './explanation.ts';
import { undoStep } from './undo-step.ts';

export const drawResultRoutes = ({ db }: Deps) => [
  on(api.read, ({ params, user }) => readResult(db, user, params.id)),
  on(api.files, ({ query, user }) => findResultFiles(db, user, query)),
  on(api.subjects, ({ params, user }) => readSubjects(db, user, params.id)),
  on(api.fix, ({ params, body, user }) => fixPairs(db, user, { ...params, ...body })),
  on(api.consequence, ({ params, query, user }) => readConsequence(db, user, { ...params, ...query })),
  on(api.solve, ({ params, query, user }) => startSolving(db, user, { ...params, ...query })),
  on(api.startWhy, ({ params, body, user }) => startExplanation(db, user, { ...params, ...body })),
  on(api.why, ({ params, query, user }) => readExplanation(db, user, { ...params, ...query })),
  on(api.trial, ({ params, user }) => readTrial(db, user, params.id)),
  on(api.apply, ({ params, body, user }) => applyTrial(db, user, { ...params, ...body })),
  on(api.undo, ({ params, body, user }) => undoStep(db, user, { ...params, ...body })),
  on(api.repeat, ({ params, user }) => startRepeat(db, user, params.id)),
  on(api.cancel, ({ params, body, user }) => cancelRun(db, user, { ...params, ...body })),
  on(api.compute, ({ params, user }) => restartComputation(db, user, params.id)),
  on(api.sheet, ({ params, user }) => exportResult(db, user, params.id)),
  on(api.import, ({ params, query, file, user }) =>
    importResult(db, user, { ...params, ...query, bytes: file.bytes }),
  ),
];
