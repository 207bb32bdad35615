import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

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

export const reviewRuleApi = {
  list: endpoint('GET', '/api/rule', {
    summary: '评审规则',
    access: 'rule:list',
    result: z.array(RuleGroup),
  }),
};
