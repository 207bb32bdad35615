import { sql } from 'kysely';
import { externalResult } from '@zhiping/shared/rules/review-rule/external-result.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { Answer } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { Db } from '../../platform/database/db.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import { notFound } from '../../platform/errors.ts';
import { expertsWanted } from './roster.queries.ts';

/** Rules of a cycle about the opinions on a project. */
export type RoundRules = {
  /** How many experts a file has. */
  wanted: number;
  /** One expert more is needed where just so many disagree; 0: never. */
  extra: number;
  /** Answers that count as disagreement. */
  negatives: readonly Answer[];
  form: ReviewForm;
};

/** Of rules as they are frozen in a cycle. */
export const roundRulesOf = ({ rules, form }: Pick<RuleContent, 'rules' | 'form'>): RoundRules => {
  const setting = settingOf(rules, externalResult);
  const { extra, negative } = externalResult.schema.parse(setting?.values ?? {});
  return {
    wanted: expertsWanted(rules),
    extra: setting === null ? 0 : extra,
    negatives: ['disagree', ...negative],
    form,
  };
};

/** The rules of a round: those of its results once it is closed, and until then those that hold. */
export const findRoundContent = async (db: Db, cycleId: number): Promise<RuleContent> => {
  const found = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').on(
        sql<boolean>`rule_set.version = coalesce((select external_result.rule_version from external_result
            where external_result.cycle_id = cycle.id limit 1), cycle.rule_version)`,
      ),
    )
    .select('content')
    .where('cycle.id', '=', cycleId)
    .executeTakeFirst();
  if (!found) throw notFound('批次');
  return found.content;
};

export const findRoundRules = async (db: Db, cycleId: number): Promise<RoundRules> =>
  roundRulesOf(await findRoundContent(db, cycleId));
