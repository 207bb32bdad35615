import type { Permission } from '@zhiping/shared/permissions.ts';
import { holdsOneOf } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session-store.ts';

type Action = {
  label: string;
  /** Users without this permission do not see the action. */
  allow: Permission;
  isDanger?: true;
};

export type RowAction = Action & {
  /** Link to the part of the page that it opens; otherwise `run` performs it. */
  href?: string;
  run?: () => void;
  /** Why the state of the row forbids the action, which stays visible. */
  reason?: string | undefined;
  /** A rare action with large effects: behind ⋯ together with 删除, even if few actions are shown. */
  isRare?: true;
  /** Key that runs it while the focus is in the row. */
  shortcut?: 'F2' | 'Delete';
};

export type BulkAction<T> = Action & {
  run: (rows: readonly T[]) => void;
  /** Whether it applies to these rows; without it, always. */
  fits?: (rows: readonly T[]) => boolean;
};

/** Filters actions by the permissions of the session. */
export const usePermitted = () => {
  const { roles } = useSession();
  return <A extends Action>(actions: readonly A[]) =>
    actions.filter(({ allow }) => holdsOneOf(roles, [allow]));
};

/** Adds the permission check to `actionsOf`. Undefined if no row has a permitted action, which removes the column. */
export const useActionsOf = <T>(
  actionsOf: ((row: T) => readonly RowAction[]) | undefined,
  rows: readonly T[],
): ((row: T) => RowAction[]) | undefined => {
  const permitted = usePermitted();
  if (!actionsOf) return undefined;
  const mayDo = (row: T) => permitted(actionsOf(row));
  return rows.some((row) => mayDo(row).length > 0) ? mayDo : undefined;
};
