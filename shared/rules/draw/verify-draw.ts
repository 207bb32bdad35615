import { canonicalJson } from '../text/canonical-json.ts';
import { type DrawRecord, laterText, seedText } from './record.ts';
import { DrawPlan, paramsOfPlan } from './plan.ts';
import { wantedSides } from './states.ts';
import {
  type Finding,
  finding,
  reportDifference,
  reportForm,
  reportHash,
  reportText,
} from './record-differences.ts';
import { reportShape } from './record-shape.ts';
import { computeDraw } from './run-draw.ts';
import { checkLater, standingOf, reportProject } from './verify-changes.ts';

/** SHA-256 of a text in hex; the browser's is asynchronous. */
export type Sha256 = (text: string) => string | Promise<string>;

export type Verification = { isRight: boolean; findings: Finding[] };

const sideNames = { office: '评审办', supervisor: '监督员' } as const;

/** The exact parts of a record: nothing vouches for additional ones, and later steps could be cut out unseen. */
const firstParts = [
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
const partsOf = { 1: firstParts, 2: [...firstParts, 'nonce', 'nonceHash'].toSorted() };

/** By its parts, so that a changed number of the form is named. */
const formOf = (text: string): 1 | 2 => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'nonce' in value ? 2 : 1;
  } catch {
    return 1;
  }
};

const parse = (text: string): { record: DrawRecord } | { where: string[] } => {
  const form = formOf(text);
  const where = reportForm(text, partsOf[form]);
  if (where.length > 0) return { where };
  const record = JSON.parse(text) as DrawRecord;
  const forms = { 'roster.form': record.roster?.form, 'result.form': record.result?.form };
  const strange = reportDifference(record.form, form, 'form', '应');
  strange.push(...Object.entries(forms).flatMap(([path, form]) => reportDifference(form, 1, path, '应')));
  if (!Array.isArray(record.later)) strange.push('later：应为列表');
  return strange.length > 0 ? { where: strange } : { record };
};

/**
 * Compares the parameters used with those of the plan; plans and rosters of earlier versions lack those with a default.
 */
const reportPlan = ({ plan, params, experts }: DrawRecord['roster']): string[] => {
  const read = DrawPlan.safeParse(plan);
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${['roster.plan', ...path].join('.')}：${message}`);
  const wanted = paramsOfPlan(read.data);
  const told = { ...params, isWorstRaised: params.isWorstRaised ?? false };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const { leastLoad } = read.data;
  const at = experts.findIndex(({ floor }) => floor !== leastLoad);
  return [
    ...names.flatMap((name) =>
      reportDifference(told[name], wanted[name], `roster.params.${name}`, '按方案应'),
    ),
    ...(at < 0
      ? []
      : reportDifference(experts[at]!.floor, leastLoad, `roster.experts[${at}].floor`, '按方案应')),
  ];
};

async function* checkNumbers(record: DrawRecord, sha256: Sha256): AsyncGenerator<Finding> {
  for (const side of wantedSides(record.roster.plan)) {
    const [commit, secret] = [record[`${side}Commit`], record[`${side}Secret`]];
    const name = `${sideNames[side]}公开的随机数与冻结名册前的承诺值`;
    yield finding(
      `${name}相符`,
      `${name}不符：随机数或承诺值被改过`,
      secret === null
        ? [`${side}Secret：记录中没有随机数`]
        : reportHash(`${side}Commit`, commit, await sha256(secret), `${side}Secret`),
    );
  }
  if (!record.roster.plan.isWitnessed)
    yield finding(
      '本次抽取没有监督员参加，记录中也没有监督员的随机数',
      '本次抽取没有监督员参加，记录中却有监督员的随机数',
      [
        ...reportDifference(record.supervisorCommit, null, 'supervisorCommit', '应'),
        ...reportDifference(record.supervisorSecret, null, 'supervisorSecret', '应'),
      ],
    );
}

/** The number of the server against its hash, and what a record without one, or without a witness, cannot prove. */
async function* checkNonce(
  { form, nonce, nonceHash, roster }: DrawRecord,
  sha256: Sha256,
): AsyncGenerator<Finding> {
  if (form === 2)
    yield finding(
      '系统随机数与冻结名册时的摘要相符',
      '系统随机数与冻结名册时的摘要不符：其中之一被改过',
      reportHash('nonceHash', nonceHash, await sha256(nonce ?? ''), 'nonce'),
    );
  else
    yield {
      what: '较早的记录，没有系统随机数：不能证明公开随机数之前无人算出结果',
      isRight: true,
      isLimit: true,
    };
  if (!roster.plan.isWitnessed)
    yield {
      what: '没有监督员参加：不能证明随机数由两方各自提供',
      isRight: true,
      isLimit: true,
    };
}

/** Checks three values each for roster and seed: if two agree, the third was changed. */
async function* checkRoster(record: DrawRecord, sha256: Sha256): AsyncGenerator<Finding> {
  const { roster, rosterHash } = record;
  const made = await sha256(canonicalJson(roster));
  const seedWith = (hash: string) =>
    sha256(seedText({ ...record, rosterHash: hash, cycleId: roster.cycle.id }));
  const seed = await seedWith(rosterHash);
  const where = reportHash('rosterHash', rosterHash, made, 'roster');
  if (where.length > 0 && seed === record.seed)
    where.push(
      'rosterHash 与种子相合，所以被改的是名册（roster）；改在哪一项不能由摘要得知，请与另存的记录逐项对照',
    );
  if (where.length > 0 && (await seedWith(made)) === record.seed)
    where.push('名册与种子相合，所以被改的是摘要（rosterHash）');
  yield finding('名册与其冻结时的摘要相符', '名册与其冻结时的摘要不符：名册或摘要被改过', where);
  yield finding('名册中的参数由抽取方案得出', '名册中的参数与抽取方案不符', reportPlan(roster));
  yield finding(
    '种子由双方随机数、名册摘要、批次和系统随机数得出',
    '种子与双方随机数、名册摘要、批次和系统随机数不符：其中之一被改过',
    reportHash(
      'seed',
      record.seed,
      seed,
      `officeSecret、supervisorSecret、rosterHash、roster.cycle.id${record.form === 2 ? ' 和 nonce' : ''}`,
    ),
  );
}

async function* checkResult(record: DrawRecord, sha256: Sha256): AsyncGenerator<Finding> {
  const { roster, result, resultHash } = record;
  const computed = computeDraw(roster, record.seed);
  const made = 'problem' in computed ? null : computed.result;
  const differs = made === null ? [] : reportDifference(result, made, 'result');
  const where = reportHash('resultHash', resultHash, await sha256(canonicalJson(result)), 'result');
  if (where.length > 0 && made !== null) {
    if (differs.length === 0) where.push('结果与重新计算的一致，所以被改的是摘要（resultHash）');
    else if ((await sha256(canonicalJson(made))) === resultHash)
      where.push('重新计算的结果与 resultHash 相符，所以被改的是结果（result），不同之处见下');
  }
  yield finding('结果与其摘要相符', '结果与其摘要不符：结果或摘要被改过', where);
  if ('problem' in computed)
    yield {
      what: '名册不能用来抽取，结果无法重新计算',
      isRight: false,
      where: [`roster：${computed.problem}`],
    };
  else
    yield finding('由名册和种子重新计算，结果完全一致', '由名册和种子重新计算，结果与记录的不同', [
      ...differs,
      ...reportProject(standingOf(result.pairs), standingOf(computed.result.pairs)),
    ]);
}

async function* check(text: string, record: DrawRecord, sha256: Sha256): AsyncGenerator<Finding> {
  const strange = reportShape(record);
  if (strange.length > 0)
    yield { what: '记录中有缺少、多出或写法不对的内容', isRight: false, where: strange };
  const wanted = canonicalJson(record);
  yield finding(
    '记录文件写法规范，没有多余的字符',
    '记录文件被改过，不是写出时的原文',
    wanted === text ? [] : reportText(text, wanted),
  );
  yield* checkNumbers(record, sha256);
  yield* checkNonce(record, sha256);
  yield* checkRoster(record, sha256);
  yield* checkResult(record, sha256);
  const { resultHash, later, laterHash } = record;
  yield finding(
    '结果产生后的调整与其摘要相符',
    '结果产生后的调整与其摘要不符：调整、调整摘要或结果摘要被改过',
    reportHash('laterHash', laterHash, await sha256(laterText(resultHash, later)), 'resultHash 和 later'),
  );
  yield* checkLater(record);
}

/**
 * Checks a record of a draw without database or network: the numbers against their commits, roster and result against
 * their hashes, the seed, and the result computed again. Any changed byte fails one of the checks, and the finding
 * names its path.
 */
export const verifyDraw = async (text: string, sha256: Sha256): Promise<Verification> => {
  const read = parse(text);
  if ('where' in read)
    return { isRight: false, findings: [{ what: '这不是抽取记录文件', isRight: false, where: read.where }] };
  const findings: Finding[] = [];
  try {
    for await (const one of check(text, read.record, sha256)) findings.push(one);
  } catch {
    // The schema reports in words what broke the code.
    const last = findings.at(-1);
    const after = last ? `在「${last.what}」之后` : '在第一项检查中';
    findings.push({ what: '记录的内容无法识别', isRight: false, where: [`${after}停下，没有检查完`] });
  }
  return { isRight: findings.every(({ isRight }) => isRight), findings };
};
