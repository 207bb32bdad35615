import type { Denial } from '../workflow/denial.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

/** States of a draw of experts (抽取), in its order. */
export const drawStates = {
  planned: '待承诺',
  frozen: '名册已冻结',
  drawn: '已产生结果',
  released: '已发布',
  aborted: '已中止',
} as const;
export type DrawState = keyof typeof drawStates;

/** Background computations of a draw: the result, solving the rest again, the share decided by chance. */
export type DrawRunKind = 'compute' | 'solve' | 'repeat';

/** How experts are found for projects (domain model 6.4). */
export const drawModes = {
  drawOptimise: '随机加权择优',
  optimise: '最佳匹配',
  draw: '随机抽取',
} as const;
export type DrawMode = keyof typeof drawModes;

export type DrawEvent = 'commit' | 'freeze' | 'open' | 'compute' | 'adjust' | 'release' | 'abort';
/** The office (评审办) and the supervisor (监督员) each have their own secret number; the clock triggers the computation. */
/** `pair`: one asks, another person confirms. */
export type DrawActor = 'office' | 'supervisor' | 'clock' | 'pair';

/** Kinds of places that a release waits for, leaves out or puts on record. */
export const standingKinds = {
  replace: '须更换',
  gone: '已不在送审范围',
  lapsed: '已撤下',
  empty: '空缺',
  lifted: '解除过回避',
  changed: '人工调整',
} as const;
export type StandingKind = keyof typeof standingKinds;

/** Facts that the guards check. */
export type DrawCase = {
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
  /** Whether a supervisor takes part in the draw. */
  isWitnessed: boolean;
  /** Which sides have committed to a secret number, and which have opened it. */
  committed: { office: boolean; supervisor: boolean };
  opened: { office: boolean; supervisor: boolean };
  /** The side whose number the step is about; null if none. */
  side: 'office' | 'supervisor' | null;
  /**
   * Assignments that need another expert before release: their number, and those that the reader may see, as 编号（原因）.
   */
  flagged: { places: number; named: readonly string[] };
  /** Projects whose experts could not read a material: their number, and those that the reader may see. */
  unreadable: { projects: number; named: readonly string[] };
  /** Why the conflicts of the cycle cannot be relied on now; null if they are up to date. */
  conflicts: string | null;
};

/** At most this many are named, the others counted. */
const MAX_NAMED = 10;

/** 有 3 处…：甲、乙、丙 */
export const namedWords = ({ places, named }: DrawCase['flagged']): string => {
  const shown = named.slice(0, MAX_NAMED);
  if (shown.length === 0) return `${places} 处`;
  return `${shown.join('、')}${named.length > shown.length ? `等 ${places} 处` : ''}`;
};

const deny = (code: string, message: string): Denial => ({ code: `draw.${code}`, message });

const notSuspended = ({ suspendedReason }: DrawCase) =>
  suspendedReason === null ? null : deny('suspended', `批次已暂停：${suspendedReason}`);

const sides = { office: '评审办', supervisor: '监督员' } as const;
type Side = keyof typeof sides;

/** Sides whose numbers are required: without a witness only the office. */
export const wantedSides = ({ isWitnessed }: Pick<DrawCase, 'isWitnessed'>): Side[] =>
  isWitnessed ? ['office', 'supervisor'] : ['office'];

const conflictsKnown = ({ conflicts }: DrawCase) =>
  conflicts === null ? null : deny('conflicts', conflicts);

/** Projects whose blind copies are not all released, in words. */
export const unreadableWords = ({ projects, named }: DrawCase['unreadable']): string =>
  `盲审副本还没有全部放行：${namedWords({ places: projects, named }).replace(/处$/, '份申报')}`;

/** No expert is invited to a project that they cannot read. */
const readable = ({ unreadable }: DrawCase) =>
  unreadable.projects === 0 ? null : deny('unreadable', unreadableWords(unreadable));

const missing = (subject: DrawCase, done: Record<Side, boolean>) =>
  wantedSides(subject).filter((side) => !done[side]);

const namesOf = (found: readonly Side[]) => found.map((side) => sides[side]).join('、');

const notYetBy = (subject: DrawCase, done: Record<Side, boolean>, what: string) => {
  const { side } = subject;
  if (side === null) return null;
  if (side === 'supervisor' && !subject.isWitnessed) return deny('unwitnessed', '本次抽取没有安排监督员参加');
  return done[side] ? deny('twice', `${sides[side]}已${what}，不能更改`) : null;
};

const allHave = (subject: DrawCase, done: Record<Side, boolean>, what: string) => {
  const lacking = missing(subject, done);
  return lacking.length > 0 ? deny('waiting', `等待${namesOf(lacking)}${what}`) : null;
};

/**
 * The ceremony: both sides commit to a secret number, the roster is frozen, both open their numbers, and the result
 * follows from numbers and roster. Neither side can choose a number knowing the roster or the other number. An abort
 * stays on record; from the frozen roster on it takes two persons.
 */
export const drawMachine: StateMachine<DrawState, DrawEvent, DrawActor, DrawCase> = {
  noun: '抽取',
  states: drawStates,
  events: {
    commit: '提交承诺值',
    freeze: '冻结名册',
    open: '公开随机数',
    compute: '计算结果',
    adjust: '人工调整',
    release: '发布',
    abort: '中止抽取',
  },
  transitions: [
    {
      from: 'planned',
      event: 'commit',
      to: 'planned',
      who: ['office', 'supervisor'],
      guard: (subject) => notSuspended(subject) ?? notYetBy(subject, subject.committed, '提交承诺值'),
    },
    {
      from: 'planned',
      event: 'freeze',
      to: 'frozen',
      who: ['office'],
      guard: (subject) =>
        notSuspended(subject) ?? allHave(subject, subject.committed, '提交承诺值') ?? conflictsKnown(subject),
    },
    {
      from: 'frozen',
      event: 'open',
      to: 'frozen',
      who: ['office', 'supervisor'],
      guard: (subject) => notSuspended(subject) ?? notYetBy(subject, subject.opened, '公开随机数'),
    },
    {
      from: 'frozen',
      event: 'compute',
      to: 'drawn',
      who: ['clock'],
      // Both numbers are open, so the result is decided: a suspension in the meantime blocks its release, not its
      // computation.
      guard: (subject) => allHave(subject, subject.opened, '公开随机数'),
    },
    { from: 'drawn', event: 'adjust', to: 'drawn', who: ['office'], guard: notSuspended },
    {
      from: 'drawn',
      event: 'release',
      to: 'released',
      who: ['office'],
      guard: (subject) =>
        notSuspended(subject) ??
        conflictsKnown(subject) ??
        readable(subject) ??
        (subject.flagged.places > 0
          ? deny('flagged', `有 ${subject.flagged.places} 处须先更换专家：${namedWords(subject.flagged)}`)
          : null),
    },
    { from: 'planned', event: 'abort', to: 'aborted', who: ['office', 'supervisor'] },
    { from: 'frozen', event: 'abort', to: 'aborted', who: ['pair'] },
    { from: 'drawn', event: 'abort', to: 'aborted', who: ['pair'] },
  ],
};
