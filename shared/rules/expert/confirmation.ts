import { EXPERT_DEPT_ID } from '../../constants.ts';

type Signed = {
  user: { dept: { id: number } | null };
  expert: { confirmedAt: string | null } | null;
};

/** Specification §2: whoever is in department 20 checks and confirms his profile before he uses anything else. */
export const mustConfirm = ({ user, expert }: Signed): boolean =>
  user.dept?.id === EXPERT_DEPT_ID && !expert?.confirmedAt;
