import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { FrozenRules } from '../rules/review-rule/frozen-rules.ts';
import { dateTime, id, numeric } from '../schemas.ts';

const RuleParam = z.object({ label: z.string(), standard: z.string(), bounds: z.string() });

/** A rule as it is read: what it is for, where it comes from, and what a cycle may set. */
export const RuleRow = z.object({
  code: z.string(),
  title: z.string(),
  explanation: z.string(),
  law: z.string(),
  params: z.array(RuleParam),
});
export type RuleRow = z.output<typeof RuleRow>;

export const RuleGroup = z.object({ about: z.string(), rules: z.array(RuleRow) });
export type RuleGroup = z.output<typeof RuleGroup>;

/** One state of the rules of a published cycle. */
const FrozenVersion = z.object({ version: z.number(), createTime: dateTime, reason: z.string().nullable() });

/** A published cycle with the versions of its rules, the newest first. */
export const RuledCycle = z.object({
  id: z.number(),
  name: z.string(),
  versions: z.array(FrozenVersion),
});
export type RuledCycle = z.output<typeof RuledCycle>;

export const FrozenRuleSet = FrozenVersion.extend({ hash: z.string(), rules: FrozenRules });
export type FrozenRuleSet = z.output<typeof FrozenRuleSet>;

export const reviewRuleApi = {
  list: endpoint('GET', '/api/rule', {
    summary: '评审规则',
    access: 'rule:list',
    result: z.array(RuleGroup),
  }),
  /** Published cycles, whose rules may be read by all who know rules at all. */
  cycles: endpoint('GET', '/api/rule/cycle', {
    summary: '已发布批次的规则版本',
    access: 'rule:list',
    result: z.array(RuledCycle),
  }),
  frozen: endpoint('GET', '/api/rule/cycle/:id/:version', {
    summary: '批次冻结的规则',
    access: 'rule:list',
    params: z.object({ id, version: numeric(z.number().int().min(1).max(2_147_483_647, '版本超出范围')) }),
    result: FrozenRuleSet,
  }),
};
