import { usePermission } from '../../../lib/permission.ts';
import type { BulkAction, RowAction } from './actions.ts';
import { usePermitted } from './actions.ts';
import { NEW } from '../../form/EditDrawer.tsx';
import type { Editor } from '../../form/editor.ts';
import { useRemoval, type Removal } from './use-removal.tsx';
import type { RowKey } from '../../hooks/use-selection.ts';
import { useSubView } from '../../hooks/use-sub-view.ts';

type Named<T> = { noun: string; idOf: (row: T) => RowKey; nameOf: (row: T) => string };

export type ListWork<T> = {
  editor?: Editor<T>;
  removal?: Removal<T>;
  /** Shown between 编辑 and 删除. */
  rowActions?: (row: T) => readonly RowAction[];
  bulkActions?: readonly BulkAction<T>[];
};

/** Permitted actions of a list: editing first, the page's own actions, deleting last. */
export const useListWork = <T>(
  named: Named<T>,
  { editor, removal, rowActions, bulkActions = [] }: ListWork<T>,
) => {
  const edit = useSubView('edit');
  const remove = useRemoval(named);
  const permitted = usePermitted();
  const toCreate = editor?.allow.create;
  const mayCreate = usePermission(toCreate ? [toCreate] : []);

  const bulk: readonly BulkAction<T>[] = removal
    ? [
        ...bulkActions,
        { label: '删除', allow: removal.allow, isDanger: true, run: (rows) => remove(removal, rows) },
      ]
    : bulkActions;

  const actionsOf = (row: T): RowAction[] => [
    ...(editor
      ? [
          {
            label: '编辑',
            allow: editor.allow.update,
            reason: editor.reason?.(row),
            shortcut: 'F2' as const,
            href: edit.hrefOf(named.idOf(row)),
          },
        ]
      : []),
    ...(rowActions?.(row) ?? []),
    ...(removal
      ? [
          {
            label: '删除',
            allow: removal.allow,
            isDanger: true as const,
            reason: removal.reason?.(row),
            shortcut: 'Delete' as const,
            run: () => remove(removal, [row]),
          },
        ]
      : []),
  ];

  return {
    bulk: permitted(bulk),
    actionsOf: editor || removal || rowActions ? actionsOf : undefined,
    createHref: toCreate && mayCreate ? edit.hrefOf(NEW) : undefined,
  };
};
