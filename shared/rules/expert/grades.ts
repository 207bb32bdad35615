import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '../../constants.ts';

/**
 * Whether an account may know the office's grading of experts (rating, limit of projects, note). Experts and school
 * officers never may, whatever other roles they hold: a denial of one role outweighs a grant of another (docs/wire.md
 * §5).
 */
export const seesGrades = ({ isAdmin, roleIds }: { isAdmin: boolean; roleIds: readonly number[] }): boolean =>
  isAdmin || !(roleIds.includes(EXPERT_ROLE_ID) || roleIds.includes(TITLE_TEACHER_ROLE_ID));
