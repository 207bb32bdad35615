import { sql } from 'kysely';
import type { z } from 'zod';
import type { FrozenRuleSet, RuledCycle } from '@zhiping/shared/contracts/review-rule.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';

type Cycle = z.input<typeof RuledCycle>;

/** Published cycles with the versions of their rules, both the newest first. */
export const findRuledCycles = (db: Db): Promise<Cycle[]> =>
  db
    .selectFrom('cycle')
    .innerJoin('rule_set', 'rule_set.cycle_id', 'cycle.id')
    .select([
      'cycle.id',
      'cycle.name',
      sql<Cycle['versions']>`jsonb_agg(jsonb_build_object(
        'version', rule_set.version, 'reason', rule_set.reason,
        'createTime', to_char(rule_set.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'))
        order by rule_set.version desc)`.as('versions'),
    ])
    .groupBy('cycle.id')
    .orderBy('cycle.year', 'desc')
    .orderBy('cycle.id', 'desc')
    .execute();

/** The rules of a cycle as they were frozen. */
export const findFrozenRules = async (
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<z.input<typeof FrozenRuleSet>> => {
  const found = await db
    .selectFrom('rule_set')
    .select(['version', 'hash', 'reason', 'create_time as createTime', 'content'])
    .where('cycle_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!found) throw notFound('规则版本');
  const { content, ...rest } = found;
  return { ...rest, rules: content.rules };
};
