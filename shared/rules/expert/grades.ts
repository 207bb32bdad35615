import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '../../constants.ts';

/**
 * Whether somebody may know how the office grades its experts (rating, limit of files, note). Experts and school officers
 * never do, whatever other roles they hold: what one role denies, another does not give (docs/wire.md §5).
 */
export const seesGrades = ({ isAdmin, roleIds }: { isAdmin: boolean; roleIds: readonly number[] }): boolean =>
  isAdmin || !(roleIds.includes(EXPERT_ROLE_ID) || roleIds.includes(TITLE_TEACHER_ROLE_ID));
