import { canonicalJson } from './canonical-json.ts';
import { type DrawRecord, laterText, seedText } from './draw-record.ts';
import { DrawPlan, paramsOfPlan } from './draw-plan.ts';
import { wantedSides } from './draw-states.ts';
import { computeDraw } from './run-draw.ts';
import { checkLater, type Finding } from './verify-later.ts';

/** SHA-256 of a text in hex; the browser's is asynchronous. */
export type Sha256 = (text: string) => string | Promise<string>;

export type Verification = { isRight: boolean; findings: Finding[] };

const sideNames = { office: '评审办', supervisor: '监督员' } as const;

/** What differs first between two results, in words. */
const difference = (told: DrawRecord['result'], found: DrawRecord['result']): string => {
  const at = found.pairs.findIndex(
    (pair, index) => canonicalJson(pair) !== canonicalJson(told.pairs[index] ?? null),
  );
  if (at >= 0) return `第 ${at + 1} 对分配（材料 ${found.pairs[at]!.file}）与重新计算的不同`;
  return told.pairs.length === found.pairs.length
    ? '候补或空缺与重新计算的不同'
    : '分配的数量与重新计算的不同';
};

/** What a record consists of, no more and no less: nothing would vouch for more, and later steps could be cut out of it unseen. */
const parts = [
  'form',
  'later',
  'laterHash',
  'officeCommit',
  'officeSecret',
  'resultHash',
  'result',
  'roster',
  'rosterHash',
  'seed',
  'supervisorCommit',
  'supervisorSecret',
].toSorted();

const parse = (text: string): DrawRecord | null => {
  try {
    const record = JSON.parse(text) as DrawRecord;
    const isWhole = canonicalJson(Object.keys(record).toSorted()) === canonicalJson(parts);
    return isWhole &&
      Array.isArray(record.later) &&
      record.form === 1 &&
      record.roster?.form === 1 &&
      record.result?.form === 1
      ? record
      : null;
  } catch {
    return null;
  }
};

/** Whether what was computed with is what the plan says; plans and rosters of earlier versions lack what has a standard. */
const followsPlan = ({ plan, params, experts }: DrawRecord['roster']): boolean => {
  const read = DrawPlan.safeParse(plan);
  if (!read.success) return false;
  const wanted = paramsOfPlan(read.data);
  const told = { ...params, isWorstRaised: params.isWorstRaised ?? false };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return (
    names.every((name) => told[name] === wanted[name]) &&
    experts.every(({ floor }) => floor === read.data.leastLoad)
  );
};

async function* check(text: string, record: DrawRecord, sha256: Sha256): AsyncGenerator<Finding> {
  yield { what: '记录文件一字未改', isRight: canonicalJson(record) === text };
  for (const side of wantedSides(record.roster.plan)) {
    const [commit, secret] =
      side === 'office'
        ? [record.officeCommit, record.officeSecret]
        : [record.supervisorCommit, record.supervisorSecret];
    const isRight = secret !== null && (await sha256(secret)) === commit;
    yield { what: `${sideNames[side]}公开的随机数与冻结名册前的承诺值相符`, isRight };
  }
  if (!record.roster.plan.isWitnessed)
    yield {
      what: '本次抽取没有监督员参加，记录中也没有监督员的随机数',
      isRight: record.supervisorCommit === null && record.supervisorSecret === null,
    };
  yield {
    what: '名册与其冻结时的摘要相符',
    isRight: (await sha256(canonicalJson(record.roster))) === record.rosterHash,
  };
  yield { what: '名册中的参数由抽取方案得出', isRight: followsPlan(record.roster) };
  const seed = await sha256(seedText({ ...record, cycleId: record.roster.cycle.id }));
  yield { what: '种子由双方随机数、名册摘要和批次得出', isRight: seed === record.seed };
  yield {
    what: '结果与其摘要相符',
    isRight: (await sha256(canonicalJson(record.result))) === record.resultHash,
  };
  const computed = computeDraw(record.roster, record.seed);
  if ('problem' in computed) yield { what: `名册不能用来抽取：${computed.problem}`, isRight: false };
  else {
    const isRight = canonicalJson(computed.result) === canonicalJson(record.result);
    yield {
      what: isRight ? '由名册和种子重新计算，结果完全一致' : difference(record.result, computed.result),
      isRight,
    };
  }
  yield {
    what: '结果产生后的调整与其摘要相符',
    isRight: (await sha256(laterText(record.resultHash, record.later))) === record.laterHash,
  };
  yield* checkLater(record, record.later);
}

/**
 * Check a record of a draw without database or network: the numbers against what was promised, roster and result against their
 * hashes, the seed, and the result computed again. A byte that was changed anywhere fails one of these, which is named.
 */
export const verifyDraw = async (text: string, sha256: Sha256): Promise<Verification> => {
  const record = parse(text);
  if (!record) return { isRight: false, findings: [{ what: '这不是抽取记录文件', isRight: false }] };
  const findings: Finding[] = [];
  try {
    for await (const finding of check(text, record, sha256)) findings.push(finding);
  } catch {
    findings.push({ what: '记录的内容无法识别', isRight: false });
  }
  return { isRight: findings.every(({ isRight }) => isRight), findings };
};
