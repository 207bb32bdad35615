import { blindCopyApi as api } from '@zhiping/shared/contracts/blind-copy.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findBlindCopies, findBlindCycles, readBlindCopy, readSummary } from './blind-copy.queries.ts';
import { coverCycle, coverOne } from './cover-copies.ts';
import { addMark, checkPages, decideMarks, removeMarks } from './edit-marks.ts';
import { readPagePicture } from './page-picture.ts';
import { recheckCopies, releaseCopies, releaseCopy, withdrawCopy } from './release-copies.ts';

export const blindCopyRoutes = (deps: Deps) => {
  const { db } = deps;
  return [
    on(api.cycles, ({ user }) => findBlindCycles(db, user)),
    on(api.summary, ({ query, user }) => readSummary(db, user, query.cycleId)),
    on(api.list, ({ query, user }) => findBlindCopies(db, user, query)),
    on(api.run, ({ body, user }) => coverCycle(deps, user, body)),
    on(api.releaseMany, ({ body, user }) => releaseCopies(db, user, body)),
    on(api.recheck, ({ body, user }) => recheckCopies(db, user, body)),
    on(api.read, ({ params, user }) => readBlindCopy(db, user, params.id)),
    on(api.page, ({ params, query, user }) => readPagePicture(deps, user, { ...params, ...query })),
    on(api.decide, ({ params, body, user }) => decideMarks(db, user, { ...params, ...body })),
    on(api.addMark, ({ params, body, user }) => addMark(db, user, { ...params, ...body })),
    on(api.removeMarks, ({ params, body, user }) => removeMarks(db, user, { ...params, markIds: body })),
    on(api.checkPages, ({ params, body, user }) => checkPages(db, user, { ...params, ...body })),
    on(api.cover, ({ params, user }) => coverOne(deps, user, params.id)),
    on(api.release, ({ params, body, user }) => releaseCopy(db, user, { ...params, ...body })),
    on(api.withdraw, ({ params, user }) => withdrawCopy(db, user, params.id)),
  ];
};
