import type { Denial } from '../workflow/denial.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

/** States of one expert at one project (送审分配). */
export const assignmentStates = {
  proposed: '待发布',
  released: '待签承诺',
  accepted: '待评审',
  reviewing: '评审中',
  submitted: '已提交',
  returned: '已退回',
  locked: '已锁定',
  declined: '已谢绝',
  recused: '已回避',
  expired: '逾期未交',
  replaced: '已更换',
  dropped: '已撤下',
  excluded: '已剔除',
} as const;
export type AssignmentState = keyof typeof assignmentStates;

/** Experts who had the project and do not get it again. */
export const formerStates = ['declined', 'recused', 'expired', 'replaced', 'excluded'] as const;
/** States that no longer occupy a place of the project. */
export const endedStates = [...formerStates, 'dropped'] as const;
/** The expert may read the project and write. */
export const openStates = ['accepted', 'reviewing', 'returned'] as const;
/** Released, and the opinion not submitted yet. */
export const awaitedStates = ['released', 'accepted', 'reviewing', 'returned'] as const;

const isOneOf =
  <S extends AssignmentState>(states: readonly S[]) =>
  (state: AssignmentState): state is S =>
    (states as readonly AssignmentState[]).includes(state);
export const isEnded = isOneOf(endedStates);
export const isOpen = isOneOf(openStates);
export const isAwaited = isOneOf(awaitedStates);

export type AssignmentEvent =
  | 'release'
  | 'drop'
  | 'accept'
  | 'decline'
  | 'recuse'
  | 'begin'
  | 'submit'
  | 'recall'
  | 'return'
  | 'extend'
  | 'replace'
  | 'expire'
  | 'lock'
  | 'exclude';
/** `pair`: one officer asks, another one confirms. */
export type AssignmentActor = 'expert' | 'office' | 'clock' | 'pair';

/** Facts that the guards check. */
export type AssignmentCase = {
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
  /** Whether the external review of the cycle is closed. */
  isRoundClosed: boolean;
  /** Why experts can no longer write; null while they can. A returned opinion has its own deadline. */
  dueDenial: string | null;
  /** How many parts the opinion still lacks. */
  missing: number;
  /** How many materials cannot be opened yet. */
  unreadable: number;
  /** Whether the deadline has passed, so that the expert may be replaced. */
  isOverdue: boolean;
  /** Whether an opinion was submitted: its last submitted version counts, whatever state follows. */
  isCounted: boolean;
};

const deny = (code: string, message: string): Denial => ({ code: `assignment.${code}`, message });

/** Why nothing of a round can be changed; null while it can. */
export const inRound = ({
  suspendedReason,
  isRoundClosed,
}: Pick<AssignmentCase, 'suspendedReason' | 'isRoundClosed'>): Denial | null => {
  if (suspendedReason !== null) return deny('suspended', `批次已暂停：${suspendedReason}`);
  return isRoundClosed ? deny('round_closed', '本轮送审已结束') : null;
};

/** Why an expert cannot write an opinion now; null while they can. */
export const inTime = (subject: AssignmentCase): Denial | null =>
  inRound(subject) ?? (subject.dueDenial === null ? null : deny('due', subject.dueDenial));

const complete = (subject: AssignmentCase) =>
  inTime(subject) ??
  (subject.unreadable > 0
    ? deny('unreadable', `有 ${subject.unreadable} 份材料还不能打开，放行后才能提交；已写的内容照常保存`)
    : null) ??
  (subject.missing > 0 ? deny('incomplete', `还有 ${subject.missing} 项没有填好，不能提交`) : null);

/** An assignment ends only before its first submission, so that no submitted opinion disappears with it. */
const notCounted = (subject: AssignmentCase) =>
  inRound(subject) ??
  (subject.isCounted
    ? deny('counted', '专家已提交过意见，不能更换；确有回避或违纪情形的，经两人复核剔除')
    : null);

const mayRecuse = (subject: AssignmentCase) =>
  inRound(subject) ??
  (subject.isCounted ? deny('counted', '已提交过意见，不能再申请回避；如有回避情形，请联系评审办') : null);

const overdue = (subject: AssignmentCase) =>
  notCounted(subject) ?? (subject.isOverdue ? null : deny('early', '评审期限未到'));

const counted = (subject: AssignmentCase) =>
  inRound(subject) ?? (subject.isCounted ? null : deny('not_counted', '意见没有提交'));

type Table = StateMachine<AssignmentState, AssignmentEvent, AssignmentActor, AssignmentCase>;
type Line = Table['transitions'][number];

const lines = (
  states: readonly AssignmentState[],
  { event, to, who, guard }: Omit<Line, 'from' | 'guard'> & { guard: NonNullable<Line['guard']> },
): Line[] => states.map((from) => ({ from, event, to, who, guard }));

/**
 * From the draw to the opinion. A replaced expert leaves their place to another one. A submitted opinion counts from
 * then on: the expert may recall it and the office may return it until the round is closed, but its assignment ends
 * only if two persons exclude it, and without a new submission the last submitted version is locked.
 */
export const assignmentMachine: Table = {
  noun: '评审任务',
  states: assignmentStates,
  events: {
    release: '发布',
    drop: '撤下',
    accept: '签署承诺',
    decline: '谢绝',
    recuse: '申请回避',
    begin: '开始评审',
    submit: '提交评审',
    recall: '撤回修改',
    return: '退回修改',
    extend: '延长期限',
    replace: '更换',
    expire: '逾期更换',
    lock: '锁定',
    exclude: '剔除',
  },
  transitions: [
    ...lines(['proposed'], { event: 'release', to: 'released', who: ['office'], guard: inRound }),
    ...lines(['proposed'], { event: 'drop', to: 'dropped', who: ['office'], guard: inRound }),
    ...lines(['released'], { event: 'accept', to: 'accepted', who: ['expert'], guard: inTime }),
    ...lines(['released'], { event: 'decline', to: 'declined', who: ['expert'], guard: inRound }),
    ...lines(awaitedStates, {
      event: 'recuse',
      to: 'recused',
      who: ['expert'],
      guard: mayRecuse,
    }),
    ...lines(['accepted'], { event: 'begin', to: 'reviewing', who: ['expert'], guard: inTime }),
    ...lines(['reviewing', 'returned'], {
      event: 'submit',
      to: 'submitted',
      who: ['expert'],
      guard: complete,
    }),
    ...lines(['submitted'], { event: 'recall', to: 'reviewing', who: ['expert'], guard: inTime }),
    ...lines(['submitted'], { event: 'return', to: 'returned', who: ['office'], guard: inRound }),
    ...awaitedStates.flatMap((state) =>
      lines([state], { event: 'extend', to: state, who: ['office'], guard: inRound }),
    ),
    ...lines(awaitedStates, {
      event: 'replace',
      to: 'replaced',
      who: ['office'],
      guard: notCounted,
    }),
    ...lines(awaitedStates, {
      event: 'expire',
      to: 'expired',
      who: ['office', 'clock'],
      guard: overdue,
    }),
    ...lines(['submitted'], { event: 'lock', to: 'locked', who: ['office'], guard: inRound }),
    ...lines(['reviewing', 'returned'], { event: 'lock', to: 'locked', who: ['office'], guard: counted }),
    ...lines(['reviewing', 'submitted', 'returned'], {
      event: 'exclude',
      to: 'excluded',
      who: ['pair'],
      guard: counted,
    }),
  ],
};
