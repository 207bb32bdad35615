import { reviewRules, ruleGroups } from '@zhiping/shared/rules/review-rule/all.ts';
import type { ReviewRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import { type Conflict, settingConflicts } from '@zhiping/shared/rules/review-rule/setting-conflicts.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NoMatch } from '../../../kit/display/states.tsx';
import { useLatest } from '../../../lib/use-latest.ts';
import { RuleFields, type RuleEdits } from './RuleFields.tsx';
import './rule-settings.css';
import { RuleSettingsBar } from './RuleSettingsBar.tsx';
import { isDifferent, matches, problemCodes, withSource, withValue } from './settings-edits.ts';

type Props = {
  /**
   * The settings as typed, valid or not: `RuleSettings` of the shared rules rejects invalid ones with the same
   * messages.
   */
  value: RuleSettings;
  onChange: (value: RuleSettings) => void;
  /** Codes of the rules to show; undefined means all. */
  only?: readonly string[];
  isReadOnly?: boolean;
};

const NONE: readonly Conflict[] = [];

/** Read-only: no problems to go to. */
const NO_PROBLEMS = { wrong: [], doubtful: [] };

/** The rule that was last gone to. Always a new object, so that the same rule can be gone to again. */
type GoToTarget = { code: string };

/** Edits the rule settings of a cycle. */
export const RuleSettingsEditor = ({ value, onChange, only, isReadOnly = false }: Props) => {
  const [query, setQuery] = useState('');
  // Rules that differed when the filter was set stay visible when their standard is restored.
  const [kept, setKept] = useState<readonly string[]>();
  const [target, setArrival] = useState<GoToTarget>();
  const box = useRef<HTMLDivElement>(null);
  const conflicts = useMemo(() => settingConflicts(value), [value]);
  const latest = useLatest({ value, onChange });
  const edits = useMemo((): RuleEdits => {
    const change = (edit: (settings: RuleSettings) => RuleSettings) =>
      latest.current.onChange(edit(latest.current.value));
    return {
      onValue: (rule, name, next) => change((settings) => withValue(settings, rule, name, next)),
      onSource: (rule, source) => change((settings) => withSource(settings, rule, source)),
    };
  }, [latest]);

  useEffect(() => {
    if (!target) return;
    const place = box.current?.querySelector<HTMLElement>(`[data-rule="${target.code}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [target]);

  const byCode = Map.groupBy(conflicts, ({ code }) => code);
  const isHere = ({ code }: ReviewRule) => only === undefined || only.includes(code);
  const here = reviewRules.filter(isHere);
  const different = here.filter((rule) => isDifferent(value, rule));
  const isShown = (rule: ReviewRule) =>
    isHere(rule) &&
    matches(rule, query) &&
    (kept === undefined || kept.includes(rule.code) || different.includes(rule));
  const groups = ruleGroups
    .map(({ about, rules }) => ({ about, rules: rules.filter(isShown) }))
    .filter(({ rules }) => rules.length > 0);

  const showAll = () => {
    setQuery('');
    setKept(undefined);
  };
  /** Goes to the next of these rules after the last one visited. */
  const goTo = (codes: readonly string[]) => {
    showAll();
    const next = codes[(codes.indexOf(target?.code ?? '') + 1) % codes.length];
    if (next !== undefined) setArrival({ code: next });
  };
  const showDifferent = (isOn: boolean) => setKept(isOn ? different.map(({ code }) => code) : undefined);

  return (
    <div ref={box} className="rule-settings">
      <RuleSettingsBar
        query={query}
        onQuery={setQuery}
        isOnlyDifferent={kept !== undefined}
        onOnlyDifferent={showDifferent}
        count={here.length}
        different={different.length}
        places={isReadOnly ? NO_PROBLEMS : problemCodes(here, value, conflicts)}
        onGoTo={goTo}
      />
      {groups.length === 0 && <NoMatch onClear={showAll} />}
      {groups.map(({ about, rules }) => (
        <section key={about}>
          <h2>{about}</h2>
          {rules.map((rule) => (
            <RuleFields
              key={rule.code}
              rule={rule}
              setting={value[rule.code]}
              conflicts={byCode.get(rule.code) ?? NONE}
              edits={isReadOnly ? undefined : edits}
            />
          ))}
        </section>
      ))}
    </div>
  );
};
