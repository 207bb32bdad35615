import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { Db, Tx } from '../../platform/database/db.ts';

export type Target = CyclePlan['targets'][number] & { titleLevel: TitleLevel };

/** The titles of a cycle, in the order of its list. */
export const findTargets = (db: Db, cycleId: number): Promise<Target[]> =>
  db
    .selectFrom('cycle_target')
    .select(['title_series as titleSeries', 'title_level as titleLevel', 'quota'])
    .where('cycle_id', '=', cycleId)
    .orderBy('position')
    .execute();

/** Put this list in the place of the one that was. */
export const storeTargets = async (tx: Tx, cycleId: number, targets: readonly Target[]) => {
  await tx.deleteFrom('cycle_target').where('cycle_id', '=', cycleId).execute();
  if (targets.length === 0) return;
  await tx
    .insertInto('cycle_target')
    .values(
      targets.map(({ titleSeries, titleLevel, quota }, position) => ({
        cycle_id: cycleId,
        position,
        title_series: titleSeries,
        title_level: titleLevel,
        quota,
      })),
    )
    .execute();
};
