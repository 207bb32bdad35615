import type { z } from 'zod';
import type { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { integrityRoles } from '@zhiping/shared/rules/integrity/roles.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, explainBroken, type Tx } from '../../platform/database/db.ts';
import { deleteRows, lockRow, saving, updateRow } from '../../platform/edits/save-row.ts';
import { badRequest } from '../../platform/errors.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { takeOutOfPool } from '../expert/pool/bulk-experts.ts';
import { type AskedOfBreach, findBarredExperts, isByTwo } from '../person/integrity-records.queries.ts';
import { dropUnusedPersons } from '../person/person.queries.ts';
import {
  enterBreach,
  entity,
  giveBack,
  isOthersRecord,
  POOL_REASON,
  refuseFuture,
  refuseOwnCase,
  refuseUnderWay,
  SEE_REGISTER,
} from './save-integrity.ts';

type Target = { id: number; version: number | undefined };

const lockCounted = async (tx: Tx, actor: Principal, target: Target) => {
  const stored = await lockRow(tx, entity, target, () => isOthersRecord(actor));
  await refuseOwnCase(tx, actor, stored);
  if (!isByTwo({ role: stored.role, isWaiting: stored.is_waiting }))
    throw badRequest('integrity.alone', '这条失信记录可以直接编辑或删除');
  return stored;
};

type Stored = Awaited<ReturnType<typeof lockCounted>>;

/** The summary contains no name and no text of the entry: only readers of the register see those. */
const ask = (tx: Tx, actor: Principal, { id, version }: Stored, summary: string, input: AskedOfBreach) =>
  askConfirmation(tx, actor, {
    act: 'recordBreach',
    object: { table: entity.table, id, version },
    cycleId: null,
    input,
    summary,
    link: `/review/integrity?view=${id}`,
    reason: SEE_REGISTER,
  });

type Change = z.output<typeof integrityApi.askChange.body>;

/** Asks a second person for another day or text of an entry. */
export const askChange = (
  db: Db,
  actor: Principal,
  { id, version, why, since, reason, basis }: Change & { id: number },
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    refuseFuture(since, actor.at);
    const stored = await lockCounted(tx, actor, { id, version });
    if (since === stored.since && reason === stored.reason && basis === stored.basis)
      throw badRequest('integrity.same', '没有改动');
    if (since !== stored.since) await refuseUnderWay(tx, [stored]);
    const day = since === stored.since ? '' : `，起始日由 ${stored.since} 改为 ${since}`;
    return ask(tx, actor, stored, `更改一名${integrityRoles[stored.role]}的失信记录${day}`, {
      change: { since, reason, basis },
      why,
    });
  });

type Removal = z.output<typeof integrityApi.askRemoval.body>;

/** Asks a second person to take an entry back. */
export const askRemoval = (
  db: Db,
  actor: Principal,
  { id, version, why }: Removal & { id: number },
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    const stored = await lockCounted(tx, actor, { id, version });
    await refuseUnderWay(tx, [stored]);
    const summary = `撤销一名${integrityRoles[stored.role]}自 ${stored.since} 起的失信记录`;
    return ask(tx, actor, stored, summary, { removal: true, why });
  });

/** Changes an entry. An expert whose entry counts by then leaves the pool; returning to it takes a decision of its own. */
const change = async (
  tx: Tx,
  second: Principal,
  stored: Stored,
  values: NonNullable<AskedOfBreach['change']>,
) => {
  refuseFuture(values.since, second.at);
  if (values.since !== stored.since) await refuseUnderWay(tx, [stored]);
  await explainBroken(
    entity.constraints,
    updateRow(tx, second, entity, stored, { values, detail: { name: stored.name, ...values } }),
  );
  if (stored.role !== 'expert') return;
  if ((await findBarredExperts(tx, [stored.person_id], second.at)).has(stored.person_id))
    await takeOutOfPool(tx, second, stored.person_id, `${POOL_REASON}${values.reason}`);
};

const remove = async (tx: Tx, second: Principal, stored: Stored) => {
  const { id, person_id, role } = stored;
  await refuseUnderWay(tx, [stored]);
  await deleteRows(tx, second, entity, [id]);
  if (role === 'expert') await giveBack(tx, second, person_id);
  await dropUnusedPersons(tx, [person_id]);
};

/** Does what was asked for about an entry: lets it count, changes it or takes it back. */
export const performBreach: PerformAct = async (tx, second, confirmation) => {
  const asked = confirmation.input as AskedOfBreach;
  if (!asked.change && !asked.removal) return enterBreach(tx, second, confirmation);
  const { object_id: id, object_version: version } = confirmation;
  const stored = await lockCounted(tx, second, { id, version: version as number });
  return asked.change ? change(tx, second, stored, asked.change) : remove(tx, second, stored);
};
