import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** Permissions with which a file was made. */
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

/** Stored form: null if an older node made the file, with unknown permissions. */
type KeptRights = Pick<Rights, 'dept_scope'> & { permissions: string[] | null; roles: number[] | null };

/**
 * Whether the reader may still see all content of a file: no permission was lost since it was made. Roles count too,
 * since notices are addressed to roles.
 */
export const coversRights = (now: Principal, made: KeptRights): boolean =>
  made.permissions !== null &&
  made.roles !== null &&
  made.roles.every((id) => now.roleIds.includes(id)) &&
  now.roleIds.every((id) => !HIDING.includes(id) || made.roles?.includes(id)) &&
  (now.deptScope === null ||
    (made.dept_scope !== null && new Set(made.dept_scope).isSubsetOf(new Set(now.deptScope)))) &&
  made.permissions.every((permission) => holds(now, [permission]));
