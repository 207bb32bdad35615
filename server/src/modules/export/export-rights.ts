import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** What somebody was allowed to see when a file was made for him. */
export type Rights = {
  /** Null: every department. */
  dept_scope: number[] | null;
  permissions: string[];
  roles: number[];
};

/** Roles for which lists leave something out, whatever else their holder may see. */
const HIDING = [EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID];

export const rightsOf = ({ deptScope, permissions, roleIds }: Principal): Rights => ({
  dept_scope: deptScope && [...deptScope],
  permissions: [...permissions],
  roles: [...roleIds],
});

/** As the database keeps them: null where an older node made the file, of which nobody knows with what rights. */
type KeptRights = Pick<Rights, 'dept_scope'> & { permissions: string[] | null; roles: number[] | null };

/**
 * Whether a person may still see all that a file holds: nothing was taken from him since it was made. Roles count too, since
 * notices are for roles.
 */
export const coversRights = (now: Principal, made: KeptRights): boolean =>
  made.permissions !== null &&
  made.roles !== null &&
  made.roles.every((id) => now.roleIds.includes(id)) &&
  now.roleIds.every((id) => !HIDING.includes(id) || made.roles?.includes(id)) &&
  (now.deptScope === null ||
    (made.dept_scope !== null && new Set(made.dept_scope).isSubsetOf(new Set(now.deptScope)))) &&
  made.permissions.every((permission) => holds(now, [permission]));
