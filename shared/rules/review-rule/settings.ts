import { z } from 'zod';
import { text } from '../../schemas.ts';
import { reviewRules } from './all.ts';
import type { Param } from './param.ts';
import type { Params, ReviewRule, Setting } from './rule.ts';

export const MAX_SOURCE = 100;

/** Settings of a cycle, by the code of the rule: its own, or those frozen on publication. */
export type Settings = Readonly<Record<string, Setting | undefined>>;

/** Names one of the unknown keys, shortened to fit into a message. */
const unknown = (what: string) => ({
  error: (issue: { code?: string; keys?: PropertyKey[] }) =>
    issue.code === 'unrecognized_keys'
      ? `没有${what} ${String(issue.keys?.[0]).slice(0, 20)}`
      : `${what}的格式不正确`,
});

const ValuesOf = (params: Params) =>
  z.strictObject(
    Object.fromEntries(Object.entries(params).map(([name, { schema }]) => [name, schema.optional()])),
    unknown('参数'),
  );

export const RuleSource = text('依据', MAX_SOURCE);

const SettingOf = ({ params }: ReviewRule) =>
  z.strictObject({ values: ValuesOf(params).optional(), source: RuleSource.optional() }, unknown('设置'));

/** Whether a parameter would be the same if it were not set. An invalid value is not. */
export const isStandard = ({ schema, standard }: Param<unknown>, value: unknown) =>
  value === undefined || JSON.stringify(schema.safeParse(value).data) === JSON.stringify(standard);

/** The parts of a setting that differ from the default. */
const differing = ({ params, law }: ReviewRule, { values = {}, source }: Setting): Setting => {
  const differ = Object.entries(values).filter(([name, value]) => !isStandard(params[name]!, value));
  return {
    ...(differ.length > 0 && { values: Object.fromEntries(differ) }),
    ...(source !== undefined && source !== law && { source }),
  };
};

const onlyDifferences = (settings: Settings): Record<string, Setting> =>
  Object.fromEntries(
    reviewRules.flatMap((rule) => {
      const setting = differing(rule, settings[rule.code] ?? {});
      return Object.keys(setting).length > 0 ? [[rule.code, setting]] : [];
    }),
  );

/** Rule settings of a cycle. Only differences from the defaults are stored, in the order of the rules. */
export const RuleSettings = z
  .strictObject(
    Object.fromEntries(reviewRules.map((rule) => [rule.code, SettingOf(rule).optional()])),
    unknown('规则'),
  )
  .overwrite(onlyDifferences);
export type RuleSettings = z.output<typeof RuleSettings>;

const knownValues = (params: Params, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, { schema }]) => {
      const { success, data } = schema.safeParse(values[name]);
      return success ? [[name, data]] : [];
    }),
  );

/** Settings that were stored under an earlier version of the product: what it no longer knows or allows is left out. */
export const readSettings = (stored: Settings): RuleSettings =>
  onlyDifferences(
    Object.fromEntries(
      reviewRules.map(({ code, params }) => {
        const { values = {}, source } = stored[code] ?? {};
        return [code, { values: knownValues(params, values), source }];
      }),
    ),
  );
