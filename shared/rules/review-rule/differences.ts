import { reviewRules } from './all.ts';
import type { Param } from './param.ts';
import type { ReviewRule, Setting } from './rule.ts';
import { isStandard, type Settings } from './settings.ts';

/** A parameter or the source of a rule as it stands in a cycle, in words. */
type InWords = { label: string; standard: string; value: string; isDifferent: boolean };

/** A value in words, or that it is none; not set, it is the standard. */
export const valueInWords = ({ schema, standard, inWords }: Param<unknown>, value: unknown) => {
  const { success, data } = schema.safeParse(value === undefined ? standard : value);
  return success ? inWords(data) : '有误';
};

/** Each parameter of a rule as a cycle has it. */
export const paramsInWords = ({ params }: ReviewRule, { values = {} }: Setting = {}) =>
  Object.entries(params).map(([name, param]): InWords & { name: string } => ({
    name,
    label: param.label,
    standard: param.inWords(param.standard),
    value: valueInWords(param, values[name]),
    isDifferent: !isStandard(param, values[name]),
  }));

export const SOURCE_LABEL = '依据';

export const sourceInWords = ({ law }: ReviewRule, { source = law }: Setting = {}): InWords => ({
  label: SOURCE_LABEL,
  standard: law,
  value: source,
  isDifferent: source !== law,
});

export type Difference = { code: string; title: string; label: string; standard: string; value: string };

/**
 * Differences of a cycle from the present defaults, in words and in the order of the rules; the source of a rule comes
 * last.
 */
export const differences = (settings: Settings): Difference[] =>
  reviewRules.flatMap((rule) => {
    const setting = settings[rule.code];
    const { code, title } = rule;
    return [...paramsInWords(rule, setting), sourceInWords(rule, setting)]
      .filter(({ isDifferent }) => isDifferent)
      .map(({ label, standard, value }) => ({ code, title, label, standard, value }));
  });
