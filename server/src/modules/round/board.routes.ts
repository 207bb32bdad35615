import { reviewBoardApi as api } from '@zhiping/shared/contracts/review-board.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { readBoard } from './board.queries.ts';
import { findExpertProgress } from './expert-progress.queries.ts';
import { exportOpinions, exportScores } from './export-opinions.ts';
import { exportExpertProgress } from './export-round.ts';
import { extendExperts } from './extend-time.ts';
import { refuseExtension } from './extension-requests.ts';
import { previewReminders, remindExperts } from './remind-experts.ts';
import { exportFigures, findFigures } from './figures.queries.ts';

/** The round in numbers and sheets. */
export const reviewBoardRoutes = (deps: Deps) => {
  const { db } = deps;
  return [
    on(api.board, ({ query, user }) => readBoard(db, user, query)),
    on(api.experts, ({ query, user }) => findExpertProgress(db, user, query)),
    on(api.reminders, ({ body, user }) => previewReminders(deps, user, body)),
    on(api.remind, ({ body, user }) => remindExperts(deps, user, body)),
    on(api.extend, ({ body, user }) => extendExperts(deps, user, body)),
    on(api.refuseExtension, ({ body, user }) => refuseExtension(db, user, body)),
    on(api.expertSheet, ({ query, user }) => exportExpertProgress(db, user, query)),
    on(api.scoreSheet, ({ query, user }) => exportScores(db, user, query)),
    on(api.opinionSheet, ({ query, user }) => exportOpinions(db, user, { query, isNamed: false })),
    on(api.namedOpinionSheet, ({ query, user }) => exportOpinions(db, user, { query, isNamed: true })),
    on(api.figures, ({ query, user }) => findFigures(db, user, query)),
    on(api.figureSheet, ({ query, user }) => exportFigures(db, user, query)),
  ];
};
