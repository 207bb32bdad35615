import { paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import type { Conflict } from '@zhiping/shared/rules/review-rule/setting-conflicts.ts';
import type { Param } from '@zhiping/shared/rules/review-rule/param.ts';
import type { ReviewRule, Setting } from '@zhiping/shared/rules/review-rule/rule.ts';
import {
  isStandard,
  RuleSource,
  type RuleSettings,
  type Settings,
} from '@zhiping/shared/rules/review-rule/settings.ts';

/** Writes a setting. An empty setting is dropped: unset values have their standard. */
const withSetting = (settings: RuleSettings, code: string, { values, source }: Setting): RuleSettings => {
  const { [code]: _before, ...others } = settings;
  const hasValues = values && Object.keys(values).length > 0;
  if (!hasValues && source === undefined) return others;
  return { ...others, [code]: { ...(hasValues && { values }), ...(source !== undefined && { source }) } };
};

/** Sets a value as typed, even if invalid: the shown text must not change while the user types. */
export const withValue = (settings: RuleSettings, rule: ReviewRule, name: string, value: unknown) => {
  const { values = {}, source } = settings[rule.code] ?? {};
  const { [name]: _before, ...others } = values;
  const isSame = isStandard(rule.params[name]!, value);
  return withSetting(settings, rule.code, { values: isSame ? others : { ...others, [name]: value }, source });
};

export const withSource = (settings: RuleSettings, { code, law }: ReviewRule, source: string) =>
  withSetting(settings, code, { ...settings[code], source: source === law ? undefined : source });

/** Whether any value or the source of a rule differs from its standard. */
export const isDifferent = (settings: Settings, rule: ReviewRule) => {
  const setting = settings[rule.code];
  return [...paramsInWords(rule, setting), sourceInWords(rule, setting)].some((one) => one.isDifferent);
};

const firstMessages = (issues: readonly { path: PropertyKey[]; message: string }[] = []) => {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0] ?? '')] ??= message;
  return messages;
};

/** Problems of a value, keyed by level or degree if it has several numbers, else by the empty string. */
export const problemsOf = ({ schema }: Param<unknown>, value: unknown): Record<string, string> =>
  value === undefined ? {} : firstMessages(schema.safeParse(value).error?.issues);

export const problemOfSource = (source: string | undefined) =>
  source === undefined ? undefined : RuleSource.safeParse(source).error?.issues[0]?.message;

/** Whether any value or the source of a rule is invalid. */
export const isWrong = (settings: RuleSettings, { code, params }: ReviewRule) => {
  const { values = {}, source } = settings[code] ?? {};
  const isValueWrong = Object.entries(params).some(
    ([name, param]) => Object.keys(problemsOf(param, values[name])).length > 0,
  );
  return isValueWrong || problemOfSource(source) !== undefined;
};

/** Codes of the rules with errors and of those with doubts only, in the order of the rules. */
export const problemCodes = (
  rules: readonly ReviewRule[],
  settings: RuleSettings,
  conflicts: readonly Conflict[],
) => {
  const has = ({ code }: ReviewRule, level: Conflict['level']) =>
    conflicts.some((conflict) => conflict.code === code && conflict.level === level);
  const codesOf = (isOne: (rule: ReviewRule) => boolean) => rules.filter(isOne).map(({ code }) => code);
  return {
    wrong: codesOf((rule) => isWrong(settings, rule) || has(rule, 'block')),
    doubtful: codesOf((rule) => has(rule, 'warn')),
  };
};

/** Matches by code or title, ignoring width, case and spaces. */
export const matches = ({ code, title }: ReviewRule, query: string) => {
  const wanted = query.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  return code.toLowerCase().startsWith(wanted) || title.includes(wanted);
};
