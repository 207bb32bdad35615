import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** What somebody was allowed to see when a file was made for him. */
export type Rights = {
  /** Null: every department. */
  dept_scope: number[] | null;
  permissions: string[];
  /** Roles for which lists leave something out, whatever else their holder may see. */
  hiding_roles: number[];
};

const HIDING = [EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID];

export const rightsOf = ({ deptScope, permissions, roleIds }: Principal): Rights => ({
  dept_scope: deptScope && [...deptScope],
  permissions: [...permissions],
  hiding_roles: roleIds.filter((id) => HIDING.includes(id)),
});

/** Whether a person may still see all that a file holds: nothing was taken from him since it was made. */
export const coversRights = (now: Principal, made: Rights): boolean =>
  (now.deptScope === null ||
    (made.dept_scope !== null && new Set(made.dept_scope).isSubsetOf(new Set(now.deptScope)))) &&
  made.permissions.every((permission) => holds(now, [permission])) &&
  rightsOf(now).hiding_roles.every((id) => made.hiding_roles.includes(id));
