import type { Denial } from '../workflow/denial.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

/** States of an act that waits for a second person (双人复核). */
export const confirmationStates = {
  waiting: '待复核',
  confirmed: '已同意',
  refused: '未同意',
  withdrawn: '已撤回',
  lapsed: '已失效',
} as const;
export type ConfirmationState = keyof typeof confirmationStates;

export type ConfirmationEvent = 'confirm' | 'refuse' | 'withdraw' | 'lapse';
/** The one who asked, everybody else, and the clock. */
export type ConfirmationActor = 'asker' | 'other' | 'clock';

/** Facts that the guards check. */
export type ConfirmationCase = {
  /** Whether the actor may be the second person: they hold the permission and are another person, not concerned. */
  isSecond: boolean;
  /** Whether the time to answer has passed. */
  isOver: boolean;
  /** Whether the object of the act has changed since it was asked for. */
  isChanged: boolean;
  /** Whether the one who asked may no longer act: no account any more, or concerned in the cycle by now. */
  isAskerGone: boolean;
};

const deny = (code: string, message: string): Denial => ({ code: `confirmation.${code}`, message });

const bySecond = ({ isSecond, isOver }: ConfirmationCase): Denial | null => {
  if (!isSecond) return deny('not_second', '须由另一名有复核权限、与本批次申报和评审无关的工作人员处理');
  return isOver ? deny('over', '超过三个工作日没有答复，已失效，须重新提出') : null;
};

const stillAsked = (subject: ConfirmationCase): Denial | null => {
  const denial = bySecond(subject);
  if (denial) return denial;
  if (subject.isAskerGone)
    return deny('asker_gone', '提出人已停用，或已与本批次申报和评审有关，须由他人重新提出');
  return subject.isChanged ? deny('changed', '提出后情况已有变化，须重新提出') : null;
};

/** Asked once, answered once by another person. */
export const confirmationMachine: StateMachine<
  ConfirmationState,
  ConfirmationEvent,
  ConfirmationActor,
  ConfirmationCase
> = {
  noun: '复核事项',
  states: confirmationStates,
  events: { confirm: '同意', refuse: '不同意', withdraw: '撤回', lapse: '失效' },
  transitions: [
    { from: 'waiting', event: 'confirm', to: 'confirmed', who: ['other'], guard: stillAsked },
    { from: 'waiting', event: 'refuse', to: 'refused', who: ['other'], guard: bySecond },
    { from: 'waiting', event: 'withdraw', to: 'withdrawn', who: ['asker'] },
    { from: 'waiting', event: 'lapse', to: 'lapsed', who: ['clock'] },
  ],
};
