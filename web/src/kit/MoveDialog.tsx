import { useState, type ReactNode } from 'react';
import { notify } from '../lib/notify.ts';
import { Dialog } from './Dialog.tsx';

type Props = {
  name: string;
  pid: number | null;
  /** The tree in which the new parent is chosen. */
  select: (value: number | null, onChange: (pid: number | null) => void) => ReactNode;
  /** A failed call has been told by a notification; the dialog stays. */
  move: (pid: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** Puts a node of a tree below another one, without dragging. */
export const MoveDialog = ({ name, pid, select, move, onClose }: Props) => {
  const [target, setTarget] = useState(pid);
  const [isMoving, setMoving] = useState(false);

  const submit = async () => {
    setMoving(true);
    try {
      await move(target);
      notify.success(`「${name}」已移动`);
      onClose();
    } catch {
      setMoving(false);
    }
  };

  return (
    <Dialog
      open
      title={`移动「${name}」到`}
      okText="移动"
      cancelText="取消"
      okButtonProps={{ disabled: target === pid }}
      confirmLoading={isMoving}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {select(target, setTarget)}
    </Dialog>
  );
};
