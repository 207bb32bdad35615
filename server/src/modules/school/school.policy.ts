import type { Ability } from '@zhiping/shared/rules/workflow/denial.ts';
import type { Principal } from '../../platform/auth/principal.ts';

/** Why the reader may not change a school, or null: the top of a limited scope belongs to the level above. */
export const topProblem = ({ deptScope }: Principal, pid: number | null): string | null =>
  deptScope !== null && (pid === null || !deptScope.includes(pid)) ? '本校信息由评审办公室维护' : null;

/** Abilities of the reader on a school. */
export const schoolAbilities = (
  reader: Principal,
  { pid, mergedInto }: { pid: number; mergedInto: unknown },
) => {
  const change: Ability = topProblem(reader, pid) ?? true;
  const merge: Ability = mergedInto === null ? true : '已并入其他学校';
  return { edit: change, delete: change, merge };
};
