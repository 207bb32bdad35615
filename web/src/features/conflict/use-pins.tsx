import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { conflictApi as api, type ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { type RowAction } from '../../kit/list/actions/actions.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { PinDialog } from './PinDialog.tsx';
import { refreshConflicts } from './refresh-conflicts.ts';

type Open = { what: 'pin' | 'unpin'; row: ConflictRow };

/** Row actions for the pin of a conflict, and the dialog that they open. */
export const usePins = (): { actionsOf: (row: ConflictRow) => RowAction[]; dialog: ReactNode } => {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const actionsOf = (row: ConflictRow): RowAction[] => [
    {
      label: '人工判定',
      allow: 'conflict:pin',
      reason: reasonOf(row.can.pin),
      run: () => setOpen({ what: 'pin', row }),
    },
    ...(row.can.unpin === undefined
      ? []
      : [
          {
            label: '撤销判定',
            allow: 'conflict:pin' as const,
            reason: reasonOf(row.can.unpin),
            run: () => setOpen({ what: 'unpin', row }),
          },
        ]),
  ];
  const dialog = open && (
    <>
      {open.what === 'pin' && <PinDialog row={open.row} onClose={close} />}
      {open.what === 'unpin' && (
        <ReasonDialog
          title="撤销人工判定"
          verb="撤销判定"
          consequence={
            open.row.severity === null
              ? '现在没有需要回避的依据，撤销后这一条不再列出。'
              : '撤销后按计算的结果处理。'
          }
          schema={api.unpin.body}
          act={async (reason) => {
            const params = { id: open.row.id };
            const isLifting = open.row.effective === 'block' && open.row.severity !== 'block';
            if (isLifting) await call(api.lift, { params, body: { pinned: null, reason }, quiet: true });
            else await call(api.unpin, { params, body: { reason }, quiet: true });
            notify.success(isLifting ? '已提出，须由他人复核' : '人工判定已撤销');
            await refreshConflicts();
          }}
          onClose={close}
        />
      )}
    </>
  );
  return { actionsOf, dialog };
};
