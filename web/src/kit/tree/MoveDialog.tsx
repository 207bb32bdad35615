import { useState, type ReactNode } from 'react';
import { notify } from '../../lib/notify.ts';
import { useAction } from '../hooks/use-action.ts';
import { Dialog } from '../layout/Dialog.tsx';

type Props = {
  name: string;
  pid: number | null;
  /** Renders the tree in which the new parent is chosen. */
  select: (value: number | null, onChange: (pid: number | null) => void) => ReactNode;
  /** Must call with `quiet`: the dialog shows the error and stays open. */
  move: (pid: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** Moves a node of a tree below another parent without dragging. */
export const MoveDialog = ({ name, pid, select, move, onClose }: Props) => {
  const [target, setTarget] = useState(pid);
  const submit = useAction(async () => {
    await move(target);
    notify.success(`「${name}」已移动`);
    onClose();
  }, '未知错误');

  return (
    <Dialog
      open
      title={`移动「${name}」到`}
      okText="移动"
      okButtonProps={{ disabled: target === pid }}
      confirmLoading={submit.isPending}
      problem={submit.problem}
      onOk={() => void submit.run()}
      onCancel={onClose}
    >
      {select(target, setTarget)}
    </Dialog>
  );
};
