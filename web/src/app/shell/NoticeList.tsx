import { BellOutlined } from '@ant-design/icons';
import { Button, Empty, Popover } from 'antd';
import { clearNotices, useNotices, type NoticeKind } from '../../lib/notify.ts';

const kinds: Record<NoticeKind, string> = { success: '成功', info: '提示', warning: '注意', error: '错误' };
const clock = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const List = () => {
  const notices = useNotices();
  if (notices.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="本次登录还没有通知" />;
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
        清空
      </Button>
    </>
  );
};

/** What the five seconds of a notification were too short for. */
export const NoticeList = () => (
  <Popover
    trigger={['click']}
    placement="bottomRight"
    content={
      <section className="notices" aria-label="通知">
        <strong>通知</strong>
        <List />
      </section>
    }
  >
    <Button type="text" icon={<BellOutlined aria-hidden />} aria-label="通知" />
  </Popover>
);
