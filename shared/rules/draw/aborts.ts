import type { DrawState } from './states.ts';

export type Aborted = {
  /** The state that was left. */
  from: DrawState;
  isWitnessed: boolean;
  /** Whether the server made a number at the freeze, which stays hidden until there is a result. */
  hasNonce: boolean;
  /** Sides whose numbers were open by then. */
  opened: { office: boolean; supervisor: boolean };
};

/** The step, and who knew all numbers by then where the server had none. */
const frozenStep = ({ isWitnessed, opened }: Aborted): [step: string, knowing: string | null] => {
  if (!isWitnessed)
    return opened.office
      ? ['评审办公开随机数后、结果产生前', '评审办']
      : ['名册冻结后、公开随机数前；没有监督员参加', '评审办'];
  if (opened.office && opened.supervisor) return ['双方公开随机数后、结果产生前', '双方'];
  if (opened.office) return ['评审办公开随机数后、监督员公开前', '监督员'];
  if (opened.supervisor) return ['监督员公开随机数后、评审办公开前', '评审办'];
  return ['名册冻结后、双方公开随机数前', null];
};

/**
 * The step after which a draw was aborted, for record and screens. Without a number of the server the side that opens last
 * knows all others (without a witness the office knows its own) and can compute the result before opening, and abort. That
 * could not be prevented, so it is reported.
 */
export const abortedAfter = (aborted: Aborted): string => {
  if (aborted.from === 'planned') return '名册冻结前';
  if (aborted.from !== 'frozen') return '结果产生后';
  const [step, knowing] = frozenStep(aborted);
  if (aborted.hasNonce) return `${step}，当时无人能算出结果`;
  return knowing === null ? step : `${step}，${knowing}当时已能自行算出结果`;
};
