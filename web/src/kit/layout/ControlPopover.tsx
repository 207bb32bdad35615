import { Button, Popover } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = {
  label: string;
  icon: ReactNode;
  /** Shows the label beside the icon. */
  hasVisibleLabel?: true;
  children: (close: () => void) => ReactNode;
};

const Panel = ({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) => {
  const panel = useRef<HTMLDivElement>(null);
  // The panel is at the end of the document, where Tab from its button does not lead.
  useEffect(() => panel.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes a dialog
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="control-panel"
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
    >
      <strong>{label}</strong>
      {children}
    </div>
  );
};

/** A button with an icon that opens a small panel beside it, also by keyboard. */
export const ControlPopover = ({ label, icon, hasVisibleLabel, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement={hasVisibleLabel ? 'bottomLeft' : 'bottomRight'}
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Panel label={label} onClose={close}>
          {children(close)}
        </Panel>
      }
    >
      <Button
        ref={button}
        type={hasVisibleLabel ? 'default' : 'text'}
        icon={icon}
        iconPlacement={hasVisibleLabel ? 'end' : 'start'}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={hasVisibleLabel ? undefined : label}
      >
        {hasVisibleLabel && label}
      </Button>
    </Popover>
  );
};
