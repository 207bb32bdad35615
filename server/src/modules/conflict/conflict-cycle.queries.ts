import { sql } from 'kysely';
import { runningStates } from '@zhiping/shared/rules/cycle/states.ts';
import { type TieRules, tieRules, yearsOfWorks } from '@zhiping/shared/rules/conflict/tie-rules.ts';
import type { Db } from '../../platform/database/db.ts';

export type ConflictCycle = {
  id: number;
  ruleVersion: number;
  rules: TieRules;
  yearsOfWorks: number;
  /** The day of its publication: units that are left from then on count as present ones. */
  since: string;
};

const selectCycles = (db: Db) =>
  db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select([
      'cycle.id',
      'rule_set.version as ruleVersion',
      'content',
      sql<string>`(select to_char(min(first.create_time) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') from rule_set as first
        where first.cycle_id = cycle.id)`.as('since'),
    ]);

const read = ({
  content,
  ...cycle
}: Awaited<ReturnType<ReturnType<typeof selectCycles>['execute']>>[number]): ConflictCycle => ({
  ...cycle,
  rules: tieRules(content.rules),
  yearsOfWorks: yearsOfWorks(content.rules),
});

/** A published cycle with its rules on conflicts; undefined where it is not published. */
export const findConflictCycle = async (db: Db, id: number): Promise<ConflictCycle | undefined> => {
  const found = await selectCycles(db).where('cycle.id', '=', id).executeTakeFirst();
  return found && read(found);
};

/** Cycles in which conflicts are kept up to date: from publication until they are closed. */
export const findRunningCycles = async (db: Db): Promise<Map<number, ConflictCycle>> => {
  const found = await selectCycles(db)
    .where('state', 'in', [...runningStates])
    .execute();
  return new Map(found.map((cycle) => [cycle.id, read(cycle)]));
};
