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

export const findRoundRules = async (db: Db, cycleId: number): Promise<RoundRules> => {
  const holding = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select('content')
    .where('cycle.id', '=', cycleId)
    .executeTakeFirst();
  if (!holding) throw notFound('批次');
  return roundRulesOf(holding.content);
};
