import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { answerTitle, answerWords, type FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { Three } from '../../lib/merged-draft.ts';
import { bothTexts } from './text-versions.ts';

/** A part of an opinion that two devices changed differently. */
export type Clash = {
  part: 'scores' | 'texts' | 'conclusion' | 'grade';
  key: string;
  label: string;
  mine: string;
  theirs: string;
  /** Whether both versions are texts, so that both can be kept. */
  isText: boolean;
};
export type Choice = 'mine' | 'theirs' | 'both';
/** Choices by the id of their clash; a clash without one keeps this device's version. */
export type Choices = Readonly<Record<string, Choice>>;

/** Identifies the part of a clash. */
export const idOf = ({ part, key }: Pick<Clash, 'part' | 'key'>): string => `${part}.${key}`;

type Value = string | number | null;

const words: Readonly<Record<string, string>> = answerWords;
/** Label of an empty part. */
export const NOTHING = '（空）';
const inWords = (value: Value) =>
  value === null || value === '' ? NOTHING : (words[value] ?? String(value));

/** All parts of an opinion, by the form of its cycle. */
const partsOf = ({ criteria, texts }: ReviewForm): Pick<Clash, 'part' | 'key' | 'label'>[] => [
  ...criteria.map(({ key, name }) => ({ part: 'scores' as const, key, label: `${name}的分数` })),
  ...texts.map(({ key, name }) => ({ part: 'texts' as const, key, label: name })),
  { part: 'conclusion', key: 'conclusion', label: answerTitle.conclusion },
  { part: 'grade', key: 'grade', label: answerTitle.grade },
];

const valueAt = (opinion: FilledForm, { part, key }: Pick<Clash, 'part' | 'key'>): Value => {
  if (part === 'scores') return opinion.scores[key] ?? null;
  if (part === 'texts') return opinion.texts[key] ?? '';
  return opinion[part];
};

/** The cast is safe: a value always comes from the same part of another opinion. */
const withValue = (
  opinion: FilledForm,
  { part, key }: Pick<Clash, 'part' | 'key'>,
  value: Value,
): FilledForm =>
  part === 'scores' || part === 'texts'
    ? { ...opinion, [part]: { ...opinion[part], [key]: value } }
    : ({ ...opinion, [part]: value } as FilledForm);

/**
 * Merges the edits that two devices made since the same base. A change on one side only is taken over, and listed in
 * `taken` if it is theirs; where both changed the same part differently, mine stands until the choice.
 */
export const mergeOpinions = (
  form: ReviewForm,
  { base, mine, theirs }: Three<FilledForm>,
): { value: FilledForm; clashes: Clash[]; taken: Clash[] } => {
  let value = mine;
  const clashes: Clash[] = [];
  const taken: Clash[] = [];
  for (const at of partsOf(form)) {
    const [before, own, other] = [valueAt(base, at), valueAt(mine, at), valueAt(theirs, at)];
    if (own === other || other === before) continue;
    const isText = at.part === 'texts' && !!own && !!other;
    const clash = { ...at, isText, mine: inWords(own), theirs: inWords(other) };
    if (own === before) {
      value = withValue(value, at, other);
      taken.push(clash);
    } else clashes.push(clash);
  }
  return { value, clashes, taken };
};

const chosenValue = (mine: Value, theirs: Value, choice: Choice = 'mine'): Value => {
  if (choice === 'both') return bothTexts(String(mine), String(theirs));
  return choice === 'mine' ? mine : theirs;
};

/** The opinion with what was chosen for each clash. */
export const withChoices = (
  opinion: FilledForm,
  theirs: FilledForm,
  clashes: readonly Clash[],
  choices: Choices,
): FilledForm =>
  clashes.reduce((merged, at) => {
    const value = chosenValue(valueAt(opinion, at), valueAt(theirs, at), choices[idOf(at)]);
    return withValue(merged, at, value);
  }, opinion);
