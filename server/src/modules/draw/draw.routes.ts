import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findDraws, readDraw } from './draw.queries.ts';
import { freezeDraw } from './freeze-draw.ts';
import { abortDraw } from './abort-draw.ts';
import { commitNumber, createDraw, openNumber } from './plan-draw.ts';
import { readRecord } from './read-record.ts';
import { releaseDraw } from './release-draw.ts';
import { readStanding } from './standing.queries.ts';

export const drawRoutes = (deps: Deps) => {
  const { db } = deps;
  return [
    on(api.list, ({ query, user }) => findDraws(db, user, query)),
    on(api.read, ({ params, user }) => readDraw(db, user, params.id)),
    on(api.create, ({ body, user }) => createDraw(db, user, body)),
    on(api.commit, ({ params, body, user }) => commitNumber(db, user, { ...params, ...body })),
    on(api.freeze, ({ params, user }) => freezeDraw(db, user, params.id)),
    on(api.open, ({ params, body, user }) => openNumber(db, user, { ...params, ...body })),
    on(api.abort, ({ params, body, user }) => abortDraw(db, user, { ...params, ...body })),
    on(api.record, ({ params, user }) => readRecord(db, user, params.id)),
    on(api.standing, ({ params, user }) => readStanding(db, user, params.id)),
    on(api.release, ({ params, body, user }) => releaseDraw(deps, user, { ...params, ...body })),
  ];
};
