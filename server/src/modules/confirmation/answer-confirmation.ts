import { sql } from 'kysely';
import { confirmedActs, type ConfirmedAct } from '@zhiping/shared/rules/confirmation/acts.ts';
import type { ConfirmationEvent } from '@zhiping/shared/rules/confirmation/states.ts';
import { actorNameOf } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { pageOf } from './page-of.ts';
import { type StoredConfirmation, workflow } from './confirmation-workflow.ts';
import { findReadable } from './confirmation.queries.ts';
import { findSeconds, isAskerGone } from './seconds.queries.ts';

/** The object is no longer what it was when the act was asked for. */
export const changed = () => badRequest('confirmation.changed', '提出后情况已有变化，须重新提出');

/** Does an act in the transaction that confirms it. Its own guards hold as if the one who asked did it now. */
export type PerformAct = (tx: Tx, second: Principal, confirmation: StoredConfirmation) => Promise<void>;
export type PerformedActs = Record<ConfirmedAct, PerformAct>;

const hasChanged = async (tx: Tx, { object, object_id, object_version }: StoredConfirmation) => {
  if (object_version === null) return false;
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(object)} where id = ${object_id} for update`.execute(tx);
  return rows[0]?.version !== object_version;
};

/** Locks the object of a request first, as acts do, then the request itself. */
const lockReadable = async (tx: Tx, actor: Principal, id: number) => {
  const found = await findReadable(tx, actor, id);
  if (!found) throw notFound('复核事项');
  const isChanged = await hasChanged(tx, found);
  const seconds = (await findSeconds(tx, [id])).get(id) ?? [];
  const { isGone } = await tx
    .selectFrom('confirmation')
    .select(isAskerGone.as('isGone'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { found, subject: { isSecond: seconds.includes(actor.userId), isChanged, isAskerGone: isGone } };
};

type Answer = { id: number; event: Extract<ConfirmationEvent, 'confirm' | 'refuse'>; note: string | null };

/** Confirms or refuses what another person asked for. Confirming does the act in the same transaction. */
export const answerConfirmation = (
  db: Db,
  actor: Principal,
  acts: PerformedActs,
  { id, event, note }: Answer,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { found, subject } = await lockReadable(tx, actor, id);
    const act = found.act;
    const name = actorNameOf(actor.view.user);
    await transition(tx, workflow, {
      id,
      event,
      who: [found.asked_by === actor.userId ? 'asker' : 'other'],
      actor,
      subjectOf: ({ lapses_at }) => ({ ...subject, isOver: lapses_at <= actor.at }),
      set: {
        answered_by: actor.userId,
        answered_name: name,
        answered_at: actor.at,
        note,
      },
      note,
      detail: { confirmation: id, act, askedBy: found.asked_by, note, row: { name, at: actor.at } },
    });
    if (event === 'confirm') await acts[act](tx, actor, found);
    await notifyUser(tx, found.asked_by, {
      kind: event === 'confirm' ? 'info' : 'warning',
      text: `您提出的「${confirmedActs[act]}」${event === 'confirm' ? '已经复核同意并办理。' : `没有通过复核：${note}`}`,
      link: pageOf(id),
    });
  });

/** Takes back one's own request. */
export const withdrawConfirmation = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { found, subject } = await lockReadable(tx, actor, id);
    await transition(tx, workflow, {
      id,
      event: 'withdraw',
      who: [found.asked_by === actor.userId ? 'asker' : 'other'],
      actor,
      subjectOf: () => ({ ...subject, isOver: false }),
      set: { answered_at: actor.at },
      detail: { confirmation: id, act: found.act, row: { name: null, at: actor.at } },
    });
  });
