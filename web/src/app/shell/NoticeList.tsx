import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { reading } from '../../lib/query-client.ts';

const NoticePanel = lazy(() => import('../notices/NoticePanel.tsx'));

/** The bell: how many messages are unread, and behind it all of them, with what the five seconds were too short for. */
export const NoticeList = () => {
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(reading(notificationApi.list, { query: { size: 1 } }));
  const unread = data?.unread ?? 0;
  const close = () => {
    setOpen(false);
    bell.current?.focus();
  };
  return (
    <Popover
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Suspense fallback={null}>
          <NoticePanel onClose={close} />
        </Suspense>
      }
    >
      <Button
        ref={bell}
        type="text"
        className="notice-bell"
        aria-label={unread > 0 ? `通知，${unread} 条未读` : '通知'}
        aria-expanded={isOpen}
        icon={<BellOutlined aria-hidden />}
      >
        {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
      </Button>
    </Popover>
  );
};
