import { Button, Tooltip, type ButtonProps } from 'antd';
import { useId } from 'react';
import type { RowAction } from './actions.ts';

type Props = Pick<RowAction, 'label' | 'reason' | 'run' | 'isDanger' | 'shortcut'> &
  Pick<ButtonProps, 'type' | 'className' | 'aria-label'>;

/** A refused action stays focusable, so that keyboard users can read the reason. */
export const ActionButton = ({ label, reason, run, isDanger, shortcut, className = '', ...look }: Props) => {
  const id = useId();
  if (reason === undefined)
    return (
      <Button {...look} className={className} danger={isDanger} aria-keyshortcuts={shortcut} onClick={run}>
        {label}
      </Button>
    );
  return (
    <>
      <Tooltip title={reason}>
        <Button {...look} className={`${className} refused`} aria-disabled aria-describedby={id}>
          {label}
        </Button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
};
