import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { reading } from '../../lib/query-client.ts';

const NoticePopover = lazy(() => import('../notices/NoticePopover.tsx'));

/** The bell: shows the number of unread messages, and opens the list of messages and of past notifications. */
export const NoticeList = () => {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(reading(notificationApi.list, { query: { size: 1 } }));
  const unread = data?.unread ?? 0;
  const open = () => {
    setWasOpened(true);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    bell.current?.focus();
  };
  const button = (
    <Button
      ref={bell}
      type="text"
      className="notice-bell"
      aria-label={unread > 0 ? `通知，${unread} 条未读` : '通知'}
      aria-expanded={isOpen}
      icon={<BellOutlined />}
      // Once the popover has loaded, it handles the click itself.
      {...(wasOpened ? {} : { onClick: () => open() })}
    >
      {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Button>
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <NoticePopover isOpen={isOpen} onOpenChange={setOpen} onClose={close}>
        {button}
      </NoticePopover>
    </Suspense>
  );
};
