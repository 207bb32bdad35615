import type { Expert } from '@zhiping/shared/contracts/expert-pool.ts';

/** Actions of the office on experts besides editing, each with a reason. */
export type ExpertAction = 'enable' | 'disable' | 'rate';

export const namedExperts = (experts: readonly Expert[]) =>
  experts.length === 1 ? `「${experts[0]!.name}」` : `${experts.length} 位专家`;
