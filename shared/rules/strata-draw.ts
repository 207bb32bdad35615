import { z } from 'zod';
import { createRandom, drawStrata } from './assignment/random.ts';
import { canonicalJson } from './canonical-json.ts';
import { seedText } from './draw-record.ts';
import type { Sha256, Verification } from './verify-draw.ts';
import type { Finding } from './verify-later.ts';

/**
 * Draws by lot alone, as of committees and panels: who is drawn from, how many, and how many stand in for them are data. The numbers of both sides,
 * the hashes and the seed are those of any draw (draw-record.ts).
 */

/** The use of the seed for strata (pair-noise.ts and draw-selection.ts have the others). */
const STRATA_USE = 3;

const id = z.int().min(1);
const count = z.int().min(0).max(10_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Strata are drawn in their order. Somebody may stand in several; whoever is drawn in one, as an alternate too, is left out of later ones. */
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
  /** Null where no supervisor took part. */
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

/** What is wrong with a roster, in words; empty when it can be drawn from. */
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

/** Draw from a roster. The same roster and seed give the same result everywhere. */
export const drawFromStrata = (roster: StrataRoster, seed: string): StrataResult => {
  const drawn = drawStrata(roster.strata, (member) => member, createRandom(seed, STRATA_USE));
  return { form: 1, strata: drawn.map((one, at) => ({ name: roster.strata[at]!.name, ...one })) };
};

type Secrets = Pick<StrataRecord, 'officeSecret' | 'supervisorSecret'>;

/** The whole record of a draw from both opened numbers and the roster that was frozen before. */
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

const parse = (text: string) => {
  try {
    return StrataRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

const NO_RECORD = { isRight: false, findings: [{ what: '这不是抽取记录文件', isRight: false }] };

/**
 * Check a record without database or network: all of it is made again from the opened numbers and the roster, and each part compared. A
 * byte that was changed anywhere fails one of these, which is named. That commits were made before the roster was frozen is told by whoever kept them.
 */
export const verifyStrata = async (text: string, sha256: Sha256): Promise<Verification> => {
  const told = parse(text);
  if (!told) return NO_RECORD;
  const faults = checkStrata(told.roster);
  if (faults.length > 0)
    return { isRight: false, findings: faults.map((what) => ({ what, isRight: false })) };
  const made = await recordOfStrata(told.roster, told, sha256);
  const same = (part: keyof StrataRecord) => canonicalJson(told[part]) === canonicalJson(made[part]);
  const at = made.result.strata.findIndex(
    (one, index) => canonicalJson(one) !== canonicalJson(told.result.strata[index] ?? null),
  );
  const findings: Finding[] = [
    { what: '记录文件一字未改', isRight: canonicalJson(told) === text },
    { what: '评审办公开的随机数与冻结名册前的承诺值相符', isRight: same('officeCommit') },
    { what: '监督员公开的随机数与冻结名册前的承诺值相符', isRight: same('supervisorCommit') },
    { what: '名册与其冻结时的摘要相符', isRight: same('rosterHash') },
    { what: '种子由双方随机数、名册摘要和批次得出', isRight: same('seed') },
    { what: '结果与其摘要相符', isRight: (await sha256(canonicalJson(told.result))) === told.resultHash },
    {
      what:
        at < 0 ? '由名册和种子重新抽取，结果一致' : `分组「${made.result.strata[at]!.name}」与重新抽取的不同`,
      isRight: same('result'),
    },
  ];
  return { isRight: findings.every(({ isRight }) => isRight), findings };
};
