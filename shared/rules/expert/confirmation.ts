import { EXPERT_DEPT_ID } from '../../constants.ts';

type Signed = {
  user: { dept: { id: number } | null };
  expert: { confirmedAt: string | null } | null;
};

/** Specification §2: users of department 20 check and confirm their profile before they use anything else. */
export const mustConfirm = ({ user, expert }: Signed): boolean =>
  user.dept?.id === EXPERT_DEPT_ID && !expert?.confirmedAt;
