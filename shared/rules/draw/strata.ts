import { z } from 'zod';
import { createRandom, drawStrata } from '../assignment/random.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { seedText } from './record.ts';
import {
  type Finding,
  finding,
  reportDifference,
  reportForm,
  reportHash,
  reportText,
} from './record-differences.ts';
import { wordsOfPath } from './record-shape.ts';
import type { Sha256, Verification } from './verify-draw.ts';

/**
 * Draws by lot alone, as of committees and panels. Members, counts and alternates are data. The numbers of both sides,
 * the hashes and the seed are those of any draw (record.ts).
 */

/** The use of the seed for strata (pair-noise.ts and draw-selection.ts define the others). */
const STRATA_USE = 3;

const id = z.int().min(1);
const count = z.int().min(0).max(10_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Strata are drawn in order. A member may belong to several; once drawn in one, as an alternate too, they are left out
 * of later ones.
 */
const StrataRoster = z.strictObject({
  form: z.literal(1),
  cycleId: id,
  strata: z
    .array(z.strictObject({ name: z.string().min(1), members: z.array(id), count, alternates: count }))
    .min(1),
});
export type StrataRoster = z.output<typeof StrataRoster>;

const StrataResult = z.strictObject({
  form: z.literal(1),
  strata: z.array(
    z.strictObject({ name: z.string(), chosen: z.array(id), alternates: z.array(id), missing: count }),
  ),
});
export type StrataResult = z.output<typeof StrataResult>;

const StrataRecord = z.strictObject({
  form: z.literal(1),
  officeCommit: hash,
  officeSecret: z.string(),
  /** Null if no supervisor took part. */
  supervisorCommit: hash.nullable(),
  supervisorSecret: z.string().nullable(),
  rosterHash: hash,
  seed: hash,
  resultHash: hash,
  roster: StrataRoster,
  result: StrataResult,
});
export type StrataRecord = z.output<typeof StrataRecord>;

const hasTwice = (values: readonly unknown[]) => new Set(values).size < values.length;

/** Problems of a roster, in Chinese; empty if it can be drawn from. */
export const checkStrata = (roster: unknown): string[] => {
  const read = StrataRoster.safeParse(roster);
  if (!read.success) return ['名册的格式不正确'];
  const { strata } = read.data;
  const twice = strata.filter(({ members }) => hasTwice(members));
  return [
    ...(hasTwice(strata.map(({ name }) => name)) ? ['分组的名称有重复'] : []),
    ...twice.map(({ name }) => `分组「${name}」中有人重复`),
  ];
};

/** Draws from a roster. The same roster and seed give the same result everywhere. */
export const drawFromStrata = (roster: StrataRoster, seed: string): StrataResult => {
  const drawn = drawStrata(roster.strata, (member) => member, createRandom(seed, STRATA_USE));
  return { form: 1, strata: drawn.map((one, at) => ({ name: roster.strata[at]!.name, ...one })) };
};

type Secrets = Pick<StrataRecord, 'officeSecret' | 'supervisorSecret'>;

/** Returns the whole record of a draw from both opened numbers and the frozen roster. */
export const recordOfStrata = async (
  roster: StrataRoster,
  { officeSecret, supervisorSecret }: Secrets,
  sha256: Sha256,
): Promise<StrataRecord> => {
  const rosterHash = await sha256(canonicalJson(roster));
  const { cycleId } = roster;
  const seed = await sha256(seedText({ officeSecret, supervisorSecret, rosterHash, cycleId }));
  const result = drawFromStrata(roster, seed);
  return {
    form: 1,
    officeCommit: await sha256(officeSecret),
    officeSecret,
    supervisorCommit: supervisorSecret === null ? null : await sha256(supervisorSecret),
    supervisorSecret,
    rosterHash,
    seed,
    resultHash: await sha256(canonicalJson(result)),
    roster,
    result,
  };
};

const parse = (text: string): { told: StrataRecord } | { where: string[] } => {
  const where = reportForm(text, Object.keys(StrataRecord.shape));
  if (where.length > 0) return { where };
  const read = StrataRecord.safeParse(JSON.parse(text));
  return read.success
    ? { told: read.data }
    : { where: read.error.issues.map(({ path }) => `${wordsOfPath(path)}：格式不正确`) };
};

const failed = (what: string, where: string[]): Verification => ({
  isRight: false,
  findings: [{ what, isRight: false, where }],
});

/** Compares the commit of a side with the number that it opened. */
const checkSide = (told: StrataRecord, made: StrataRecord, side: 'office' | 'supervisor'): Finding => {
  const name = `${side === 'office' ? '评审办' : '监督员'}公开的随机数与冻结名册前的承诺值`;
  return finding(
    `${name}相符`,
    `${name}不符：随机数或承诺值被改过`,
    reportDifference(
      told[`${side}Commit`],
      made[`${side}Commit`],
      `${side}Commit`,
      `由 ${side}Secret 算出应`,
    ),
  );
};

/**
 * Verifies a record without database or network: recomputes all of it from the opened numbers and the roster, and
 * compares each part. Any changed byte fails one of the checks, which names its place. That the commitments were made
 * before the roster was frozen can only be shown by a separately kept copy.
 */
export const verifyStrata = async (text: string, sha256: Sha256): Promise<Verification> => {
  const read = parse(text);
  if ('where' in read) return failed('这不是抽取记录文件', read.where);
  const { told } = read;
  const faults = checkStrata(told.roster);
  if (faults.length > 0) return failed('名册不能用来抽取', faults);
  const made = await recordOfStrata(told.roster, told, sha256);
  const wanted = canonicalJson(told);
  const findings: Finding[] = [
    finding(
      '记录文件写法规范，没有多余的字符',
      '记录文件被改过，不是写出时的原文',
      wanted === text ? [] : reportText(text, wanted),
    ),
    checkSide(told, made, 'office'),
    checkSide(told, made, 'supervisor'),
    finding(
      '名册与其冻结时的摘要相符',
      '名册与其冻结时的摘要不符：名册或摘要被改过',
      reportHash('rosterHash', told.rosterHash, made.rosterHash, 'roster'),
    ),
    finding(
      '种子由双方随机数、名册摘要和批次得出',
      '种子与双方随机数、名册和批次不符：其中之一被改过',
      reportHash('seed', told.seed, made.seed, 'officeSecret、supervisorSecret 和 roster'),
    ),
    finding(
      '结果与其摘要相符',
      '结果与其摘要不符：结果或摘要被改过',
      reportHash('resultHash', told.resultHash, await sha256(canonicalJson(told.result)), 'result'),
    ),
    finding(
      '由名册和种子重新抽取，结果一致',
      '由名册和种子重新抽取，结果与记录的不同',
      reportStrata(told.result, made.result),
    ),
  ];
  return { isRight: findings.every(({ isRight }) => isRight), findings };
};

/** The first stratum with another result, by its name, and the first difference in it. */
const reportStrata = (told: StrataResult, made: StrataResult): string[] => {
  const at = made.strata.findIndex(
    (one, index) => canonicalJson(one) !== canonicalJson(told.strata[index] ?? null),
  );
  return [
    ...(at < 0 ? [] : [`分组「${made.strata[at]!.name}」与重新抽取的不同`]),
    ...reportDifference(told, made, 'result', '重新抽取'),
  ];
};
