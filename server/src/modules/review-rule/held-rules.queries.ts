import type { Db } from '../../platform/database/db.ts';

/** The rules that hold for a cycle now. */
export const findHolding = async (db: Db, cycleId: number) =>
  db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select(['cycle.name', 'organiser', 'office_phone', 'content', 'rule_set.version'])
    .where('cycle.id', '=', cycleId)
    .executeTakeFirstOrThrow();
