import type { z } from 'zod';
import type { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { deletionDenial } from '@zhiping/shared/rules/cycle/edits.ts';
import { blindForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { deleteRows, insertRow, type NewRow, saving } from '../../platform/edits/save-row.ts';
import { denied, notFound } from '../../platform/errors.ts';
import { entity } from './cycle-entity.ts';
import type { StoredCycle } from './cycle-plan.ts';
import { findTargets, storeTargets } from '../review-rule/targets.ts';

type Create = z.output<typeof cycleApi.create.body>;
type Columns = Partial<NewRow<'cycle'>['values']>;
const json = (value: unknown) => JSON.stringify(value);

/** Settings that a new cycle copies: how it is run, but neither its dates nor its quotas. */
const copiedFrom = (source: StoredCycle): Columns => ({
  committee: source.committee,
  office_phone: source.office_phone,
  filing_no: source.filing_no,
  filed_day: source.filed_day,
  appoint_mode: source.appoint_mode,
  blind: source.blind,
  mapping_consent: source.mapping_consent,
  material_download: source.material_download,
  share_opinions: source.share_opinions,
  rules: json(source.rules),
  proofs: json(source.proofs),
  form: json(source.form),
  notice: source.notice,
  commitments: json(source.commitments),
});

/** A new cycle starts with the newest texts, and blind. */
const startOf = async (tx: Tx): Promise<Columns> => {
  const texts = await tx
    .selectFrom('commitment_text')
    .distinctOn('kind')
    .select(['kind', 'id'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute();
  return { commitments: json(Object.fromEntries(texts.map(({ kind, id }) => [kind, id]))) };
};

export const createCycle = (
  db: Db,
  actor: Principal,
  { copyOf, ...values }: Create,
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    const source =
      copyOf === undefined
        ? undefined
        : await tx.selectFrom('cycle').selectAll().where('id', '=', copyOf).executeTakeFirst();
    if (copyOf !== undefined && !source) throw notFound('要复制的批次');
    const own = source ? copiedFrom(source) : await startOf(tx);
    const row = { form: json(blindForm), ...values, ...own };
    const { id } = await insertRow(tx, actor, entity, {
      values: row,
      detail: { ...values, ...(source && { copyOf: source.name }) },
    });
    if (source) {
      const targets = await findTargets(tx, source.id);
      await storeTargets(
        tx,
        id,
        targets.map((target) => ({ ...target, quota: null })),
      );
    }
    return { id };
  });

export const deleteCycles = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  saving(db, entity, async (tx) => {
    const cycles = await tx
      .selectFrom('cycle')
      .select('state')
      .where('id', 'in', [...ids])
      .forUpdate()
      .execute();
    const denial = cycles.map(deletionDenial).find((one) => one !== null);
    if (denial) throw denied(denial);
    await deleteRows(tx, actor, entity, ids);
  });
