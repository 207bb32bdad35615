import { z } from 'zod';
import { titleLevels } from '../expert/title-levels.ts';
import { PairParts } from '../assignment/pair-parts.ts';
import { changeKinds } from './changes.ts';
import type { DrawRecord } from './record.ts';
import { drawModes } from './states.ts';
import { kindWords } from './kind-words.ts';
import { wordsOf } from './record-differences.ts';
import { coolDown } from '../review-rule/cool-down.ts';
import { expertLevel } from '../review-rule/expert-level.ts';
import { expertLoad } from '../review-rule/expert-load.ts';
import { expertUsable } from '../review-rule/expert-usable.ts';
import { oneOfASchool } from '../review-rule/one-of-a-school.ts';
import { otherProvinces } from '../review-rule/other-provinces.ts';

/**
 * Schema of the record of a draw. A hash shows only that a roster differs; the schema names the place of a missing
 * name, an extra one or a value of another type. Parts that older records lack are optional.
 */

/** A list that reports only its first wrong member: there may be millions. */
const listOf = <T extends z.ZodType>(member: T) =>
  z.array(z.unknown()).superRefine((list, { issues }) => {
    for (const [at, one] of list.entries()) {
      const { error } = member.safeParse(one);
      if (!error) continue;
      // The cast: issues of one parse are valid issues of another.
      for (const issue of error.issues)
        issues.push({ ...issue, input: one, path: [at, ...issue.path] } as (typeof issues)[number]);
      return;
    }
  });

const id = z.int();
const subject = listOf(z.string());
const nullableText = z.string().nullable();
const level = z.enum(titleLevels);
const pair = { file: id, expert: id };

const kindOf = (standard: unknown) => {
  if (typeof standard === 'number') return z.number();
  return typeof standard === 'boolean' ? z.boolean() : z.string();
};

/**
 * Settings of a rule in a cycle. Rules gain values over time, so any may be missing; bounds change as well and are not
 * checked.
 */
const setting = (params: Readonly<Record<string, { standard: unknown }>>) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(params).map(([name, { standard }]) => [name, kindOf(standard).optional()]),
      ),
    )
    .nullable();
const place = { schoolId: id.nullable(), province: nullableText };

const SelectionFile = z.strictObject({
  id,
  subjects: listOf(subject),
  series: nullableText,
  level,
  ...place,
  need: id,
  held: listOf(id).optional(),
});

const SelectionExpert = z.strictObject({
  id,
  ...place,
  subjects: listOf(subject),
  series: nullableText,
  level: level.nullable(),
  rating: z.number(),
  openLoad: z.number(),
  cap: z.number(),
  floor: z.number(),
  lastDrawnDay: nullableText,
  termEndsAt: nullableText,
  isEnabled: z.boolean(),
  isConfirmed: z.boolean(),
  isAbsent: z.boolean(),
  isRetired: z.boolean(),
  hasContact: z.boolean(),
  isApplicant: z.boolean(),
});

const Params = z.strictObject({
  mode: z.enum(Object.keys(drawModes) as [keyof typeof drawModes]),
  today: z.string(),
  limits: z.strictObject({
    expertUsable: setting(expertUsable.params),
    expertLevel: setting(expertLevel.params),
    expertLoad: setting(expertLoad.params),
    coolDown: setting(coolDown.params),
    otherProvinces: setting(otherProvinces.params),
    oneOfASchool: setting(oneOfASchool.params),
  }),
  similarity: z.enum(['table', 'pool']),
  distances: z.strictObject({
    same: z.number(),
    within: z.number(),
    sameProfessionalCategory: z.number(),
    sameSubjectCategory: z.number(),
    crosswalk: z.number(),
  }),
  crosswalk: listOf(z.strictObject({ a: subject, b: subject })),
  rankWeights: listOf(z.number()),
  subjectWeights: z.tuple([z.number(), z.number()]),
  widestRing: z.number(),
  leastMatch: z.number(),
  isWorstRaised: z.boolean().optional(),
  isSameSeriesOnly: z.boolean(),
  ratingPoints: z.number(),
  warningPoints: z.number(),
  noisePoints: z.number(),
  load: z.strictObject({ first: z.number(), step: z.number() }),
  top: z.number(),
  urnFactor: z.number(),
  reserves: z.number(),
  hasFloors: z.boolean(),
});

/** Bounds of the values are checked with their consequences. */
const Plan = z.strictObject({
  mode: z.string(),
  isWitnessed: z.boolean(),
  noise: z.number(),
  reserves: z.number(),
  similarity: z.string().optional(),
  widestRing: z.number().optional(),
  leastMatch: z.number().optional(),
  isWorstRaised: z.boolean().optional(),
  leastLoad: z.number().optional(),
});

const Roster = z.strictObject({
  form: z.literal(1),
  cycle: z.strictObject({ id, ruleVersion: id, ruleHash: z.string() }),
  plan: Plan,
  params: Params,
  files: listOf(SelectionFile),
  experts: listOf(SelectionExpert),
  conflicts: listOf(
    z.strictObject({ ...pair, severity: z.enum(['block', 'warn']), words: z.string().optional() }),
  ),
  apart: listOf(z.strictObject({ a: id, b: id })).optional(),
  locks: listOf(z.strictObject(pair)).optional(),
});

const Result = z.strictObject({
  form: z.literal(1),
  pairs: listOf(
    z.strictObject({
      ...pair,
      parts: z.strictObject(PairParts.shape),
    }),
  ),
  reserves: listOf(z.strictObject({ file: id, experts: listOf(id) })),
  short: listOf(z.strictObject({ file: id, missing: z.number() })),
  unfilled: z.number(),
});

const Inputs = z.strictObject({
  locks: listOf(z.strictObject(pair)),
  conflicts: listOf(z.strictObject(pair)),
  without: listOf(z.strictObject(pair)).optional(),
  experts: listOf(z.strictObject({ id, openLoad: z.number(), isOut: z.boolean() })),
  moved: z
    .strictObject({
      experts: listOf(z.strictObject({ id, ...place, level: level.nullable(), series: nullableText })),
      files: listOf(z.strictObject({ id, ...place })),
    })
    .optional(),
});

const Later = listOf(
  z.strictObject({
    no: id,
    kind: z.enum(Object.keys(changeKinds) as [keyof typeof changeKinds]),
    undoes: id.nullable(),
    at: z.string(),
    changes: listOf(z.strictObject({ file: id, out: id.nullable(), in: id.nullable() })),
    inputs: Inputs.nullable(),
  }),
);

const RecordShape = z.strictObject({
  form: z.union([z.literal(1), z.literal(2)]),
  officeCommit: z.string(),
  officeSecret: z.string(),
  supervisorCommit: nullableText,
  supervisorSecret: nullableText,
  rosterHash: z.string(),
  nonce: z.string().optional(),
  nonceHash: z.string().optional(),
  seed: z.string(),
  resultHash: z.string(),
  roster: Roster,
  result: Result,
  later: Later,
  laterHash: z.string(),
});

export const wordsOfPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

/** Lists and objects of a forged record can be of any length and depth. */
const shown = (value: unknown) => {
  if (Array.isArray(value)) return '列表';
  return typeof value === 'object' && value !== null ? '对象' : wordsOf(value);
};

const valueAt = (record: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)[step], record);

const wantedBy = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'invalid_value') return `应为${issue.values.map(wordsOf).join(' 或 ')}`;
  return issue.code === 'invalid_type' ? `应为${kindWords[issue.expected] ?? issue.expected}` : '写法不对';
};

const wordsOfIssue = (record: unknown, issue: z.core.$ZodIssue): string => {
  const where = wordsOfPath(issue.path);
  if (issue.code === 'unrecognized_keys') return `${where}：多出 ${issue.keys.map(wordsOf).join('、')}`;
  const value = valueAt(record, issue.path);
  if (value === undefined) return `${where}：缺少`;
  return `${where}：记录中为 ${shown(value)}，${wantedBy(issue)}`;
};

const MAX_TOLD = 10;

/** Reports missing names, unknown names and values of another kind. */
export const reportShape = (record: DrawRecord): string[] =>
  (RecordShape.safeParse(record).error?.issues ?? [])
    .slice(0, MAX_TOLD)
    .map((issue) => wordsOfIssue(record, issue));
