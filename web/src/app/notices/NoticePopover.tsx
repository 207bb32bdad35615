import { Popover } from 'antd';
import type { ReactNode } from 'react';
import NoticePanel from './NoticePanel.tsx';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onClose: () => void;
  children: ReactNode;
};

export default function NoticePopover({ isOpen, onOpenChange, onClose, children }: Props) {
  return (
    <Popover
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={onOpenChange}
      destroyOnHidden
      content={<NoticePanel onClose={onClose} />}
    >
      {children}
    </Popover>
  );
}
