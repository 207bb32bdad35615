import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { daysAfter } from '../../platform/clock.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { requireMapping, requireShown } from '../mapping/mapping.policy.ts';
import { isOthersPlace, runsReview } from '../assignment/assignment.policy.ts';
import { caseOf, findRound, workflow } from '../assignment/assignment-workflow.ts';
import { isSelf } from '../person/own-case.ts';
import { answerRequest } from './extension-requests.ts';
import { notifyExtended } from './remind-experts.ts';
import { findReminders } from './reminder.queries.ts';

/** Maximum extension; for more, the project goes to another expert. */
const MOST_DAYS = 60;

type Extension = { cycleId: number; expertIds: readonly number[]; dueAt: Date; reason: string };

/** Awaited assignments of an expert, locked, as far as the actor may know of them. */
const lockAwaited = (
  tx: Tx,
  actor: Principal,
  { cycleId, expertId }: { cycleId: number; expertId: number },
) =>
  tx
    .selectFrom('assignment')
    .select(['id', 'due_at', 'version'])
    .where('cycle_id', '=', cycleId)
    .where('expert_id', '=', expertId)
    .where('state', 'in', awaitedStates)
    .where(runsReview(actor))
    .where(isOthersPlace(actor))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Why this actor cannot give the expert more time; null if they can. */
const denialOf = async (tx: Tx, actor: Principal, expertId: number): Promise<string | null> => {
  const expert = await tx
    .selectFrom('expert')
    .select(['user_id', 'enabled', isSelf(actor, 'person_id').as('isSelf')])
    .where('id', '=', expertId)
    .executeTakeFirst();
  if (expert?.user_id === actor.userId || expert?.isSelf) return '不能延长自己的评审期限，请由其他人办理';
  return expert?.enabled === false ? '专家已停用，请更换专家' : null;
};

/** All that one expert still has in a cycle ends later; whatever ends later already stays as it is. */
const extendOne = (
  deps: Deps,
  actor: Principal,
  { cycleId, expertId, dueAt, reason }: Omit<Extension, 'expertIds'> & { expertId: number },
) =>
  inTransaction(deps.db, async (tx) => {
    await requireMapping(tx, actor, { cycleId, what: 'extension' });
    const round = await findRound(tx, cycleId);
    const awaited = await lockAwaited(tx, actor, { cycleId, expertId });
    if (awaited.length === 0) throw badRequest('assignment.gone', '没有待交的评审，不需要延期');
    const denial = await denialOf(tx, actor, expertId);
    if (denial !== null) throw badRequest('assignment.not_extended', denial);
    const ending = awaited.filter(({ due_at }) => due_at !== null && due_at < dueAt);
    if (ending.length === 0) throw badRequest('assignment.no_later', '新的截止时间不晚于现在的截止时间');
    for (const { id, due_at, version } of ending)
      await transition(tx, workflow, {
        id,
        event: 'extend',
        who: ['office'],
        actor,
        subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
        set: {
          due_at: dueAt,
          own_due_at: dueAt,
          version: version + 1,
          update_by: actor.username,
          update_time: actor.at,
        },
        note: reason,
        detail: {
          reason,
          dueAt: formatDateTime(dueAt),
          old: { dueAt: due_at && formatDateTime(due_at) },
        },
      });
    await answerRequest(tx, actor, { cycleId, expertId, answer: 'granted', note: null });
    await notifyExtended(deps, tx, { expertId, count: ending.length, until: dueAt, at: actor.at });
  });

/**
 * Gives experts more time than the round, each with a reason on record, and reports those left out and why. In blind
 * cycles it needs the mapping: an individual due date at a project in a list would reveal its expert.
 */
export const extendExperts = async (deps: Deps, actor: Principal, { expertIds, ...asked }: Extension) => {
  const { dueAt, cycleId } = asked;
  if (dueAt <= actor.at) throw fieldError('assignment.due', 'dueAt', '新的截止时间须晚于现在');
  const cycle = await deps.db
    .selectFrom('cycle')
    .select('review_closes_at as closesAt')
    .where('id', '=', cycleId)
    .executeTakeFirst();
  if (!cycle) throw notFound('批次');
  const { closesAt } = cycle;
  const last = daysAfter(closesAt !== null && closesAt > actor.at ? closesAt : actor.at, MOST_DAYS);
  if (dueAt > last)
    throw fieldError('assignment.due', 'dueAt', `最晚到 ${formatDateTime(last)}，更晚请更换专家`);
  await requireShown(deps.db, actor, cycleId);
  const found = await findReminders(deps.db, actor, { cycleId, expertIds });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return oneByOne([...new Set(expertIds)], names, (expertId) =>
    extendOne(deps, actor, { ...asked, expertId }),
  );
};
