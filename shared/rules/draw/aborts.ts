import type { DrawState } from './states.ts';

export type Aborted = {
  /** The state that was left. */
  from: DrawState;
  isWitnessed: boolean;
  /** Which parties had opened their number. */
  opened: { office: boolean; supervisor: boolean };
};

/**
 * The step after which a draw was aborted, in words for the record and the screens. The party that opens its number
 * last knows all the others, and without a witness the office knows its own: it can compute the result before it opens,
 * and abort. This cannot be prevented, so the words state it.
 */
export const abortedAfter = ({ from, isWitnessed, opened }: Aborted): string => {
  if (from === 'planned') return '名册冻结前';
  if (from !== 'frozen') return '结果产生后';
  if (!isWitnessed)
    return opened.office
      ? '评审办公开随机数后、结果产生前，评审办当时已能自行算出结果'
      : '名册冻结后、公开随机数前；没有监督员参加，评审办当时已能自行算出结果';
  if (opened.office && opened.supervisor) return '双方公开随机数后、结果产生前，双方当时已能自行算出结果';
  if (opened.office) return '评审办公开随机数后、监督员公开前，监督员当时已能自行算出结果';
  if (opened.supervisor) return '监督员公开随机数后、评审办公开前，评审办当时已能自行算出结果';
  return '名册冻结后、双方公开随机数前';
};
