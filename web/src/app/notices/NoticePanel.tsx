import { Button, Empty } from 'antd';
import { useEffect, useRef } from 'react';
import { clearNotices, useNotices } from '../../lib/notify.ts';
import { kinds } from './kinds.ts';
import { Messages } from './Messages.tsx';
import './notices.css';

const clock = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Shanghai',
});

/** Notifications that this page has shown since it was opened. */
const PageNotices = () => {
  const notices = useNotices();
  if (notices.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="打开页面以来还没有提示" />;
  }
  return (
    <>
      <ol className="notice-list">
        {notices.map(({ id, kind, text, at }) => (
          <li key={id} data-kind={kind}>
            <span>
              <strong>{kinds[kind]}</strong> <time dateTime={at.toISOString()}>{clock.format(at)}</time>
            </span>
            {text}
          </li>
        ))}
      </ol>
      <Button type="link" onClick={clearNotices}>
        清空提示
      </Button>
    </>
  );
};

/** The messages of the server, and below them the notifications of this page. Escape returns to the bell. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from inside
    <section
      ref={panel}
      className="notices"
      aria-label="通知"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2>我的消息</h2>
      <Messages onFollow={onClose} />
      <h2>本页提示</h2>
      <PageNotices />
    </section>
  );
}
