import type { Permission } from '@zhiping/shared/permissions.ts';
import type { Ability } from '@zhiping/shared/rules/denial.ts';
import { holdsOneOf } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session-store.ts';

/** Why a row's ability is denied, for an action that is shown. */
export const reasonOf = (ability: Ability | undefined): string | undefined =>
  ability === true ? undefined : ability;

type Action = {
  label: string;
  /** Whoever lacks it does not see the action. */
  allow: Permission;
  isDanger?: true;
};

export type RowAction = Action & {
  /** Part of the page that it opens, or what it does. */
  href?: string;
  run?: () => void;
  /** Why the state of the row forbids it; the action stays in sight. */
  reason?: string | undefined;
  /** Seldom done and far-reaching: stands behind ⋯ with 删除, however few actions there are. */
  isRare?: true;
  /** Key that does it while the focus is in the row. */
  shortcut?: 'F2' | 'Delete';
};

export type BulkAction<T> = Action & {
  run: (rows: readonly T[]) => void;
  /** Whether it is of use for these rows; without it always. */
  fits?: (rows: readonly T[]) => boolean;
};

/** Leaves those actions that the permissions of the session allow. */
export const usePermitted = () => {
  const { roles } = useSession();
  return <A extends Action>(actions: readonly A[]) =>
    actions.filter(({ allow }) => holdsOneOf(roles, [allow]));
};

/** Actions of rows, or nothing for those who may do nothing with any of them. */
export const useActionsOf = <T>(
  actionsOf: ((row: T) => readonly RowAction[]) | undefined,
  rows: readonly T[],
): ((row: T) => RowAction[]) | undefined => {
  const permitted = usePermitted();
  if (!actionsOf) return undefined;
  const mayDo = (row: T) => permitted(actionsOf(row));
  return rows.some((row) => mayDo(row).length > 0) ? mayDo : undefined;
};
