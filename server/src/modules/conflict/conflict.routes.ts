import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { ownRelationApi as own } from '@zhiping/shared/contracts/own-relation.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest, conflict, notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import { cancelComputation, enqueueComputation } from './compute-conflicts.ts';
import { findConflictCycle } from './conflict-cycle.queries.ts';
import { requireOffice } from './conflict.policy.ts';
import {
  findConflictCycles,
  readConflictState,
  readExpertConflicts,
  readProjectConflicts,
} from './conflict.queries.ts';
import { findConflictRows } from './conflict-list.queries.ts';
import { declareRelation, removeRelations } from './declare-relation.ts';
import { declareOwnRelation, findOwnRelations, removeOwnRelations } from './own-relations.ts';
import { askLift, pinConflict, unpinConflict } from './pin-conflict.ts';

const startComputation = (db: Db, actor: Principal, cycleId: number) => {
  requireOffice(actor, '批次');
  return inTransaction(db, async (tx) => {
    if (!(await findConflictCycle(tx, cycleId))) throw notFound('批次');
    const taskId = await enqueueComputation(tx, { cycleId, at: actor.at, ownerId: actor.userId });
    if (taskId === null) throw conflict('conflict.running', '本批次的回避正在计算，请等它完成');
    return { taskId };
  });
};

const cancel = async (db: Db, actor: Principal, cycleId: number) => {
  requireOffice(actor, '批次');
  if (!(await cancelComputation(db, cycleId))) throw badRequest('conflict.not_running', '没有正在进行的计算');
};

export const conflictRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findConflictRows(db, user, query)),
  on(api.cycles, ({ user }) => findConflictCycles(db, user)),
  on(api.state, ({ query, user }) => readConflictState(db, user, query.cycleId)),
  on(api.project, ({ params, user }) => readProjectConflicts(db, user, params.id)),
  on(api.expert, ({ params, user }) => readExpertConflicts(db, user, params.id)),
  on(api.pin, ({ params, body, user }) => pinConflict(db, user, { ...params, ...body })),
  on(api.unpin, ({ params, body, user }) => unpinConflict(db, user, { ...params, ...body })),
  on(api.lift, ({ params, body, user }) => askLift(db, user, { ...params, ...body })),
  on(api.declare, ({ body, user }) => declareRelation(db, user, body)),
  on(api.removeRelation, ({ body, user }) => removeRelations(db, user, body)),
  on(api.compute, ({ body, user }) => startComputation(db, user, body.cycleId)),
  on(own.list, ({ user }) => findOwnRelations(db, user)),
  on(own.declare, ({ body, user }) => declareOwnRelation(db, user, body)),
  on(own.remove, ({ body, user }) => removeOwnRelations(db, user, body)),
  on(api.cancel, ({ body, user }) => cancel(db, user, body.cycleId)),
];
