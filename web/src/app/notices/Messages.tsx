import { useQuery } from '@tanstack/react-query';
import { notificationApi, type Notification } from '@zhiping/shared/contracts/notification.ts';
import { Button, Empty } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { exportOf, saveExport } from '../../lib/exports.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { kinds } from './kinds.ts';

const SHOWN = 50;

type Props = { message: Notification; isNew: boolean; onFollow: () => void };

const MessageText = ({ message: { text, link }, onFollow }: Omit<Props, 'isNew'>) => {
  const exported = exportOf(link);
  if (link === null) return text;
  if (exported === undefined)
    return (
      <Link to={link} onClick={onFollow}>
        {text}
      </Link>
    );
  return (
    <>
      {text}
      <Button size="small" aria-label={`下载，${text}`} onClick={() => void saveExport(exported)}>
        下载
      </Button>
    </>
  );
};

const Message = ({ message, message: { kind, createTime }, isNew, onFollow }: Props) => (
  <li data-kind={kind}>
    <span>
      <strong>{kinds[kind]}</strong> <time>{createTime}</time>
      {isNew && <em>未读</em>}
    </span>
    <MessageText message={message} onFollow={onFollow} />
  </li>
);

/** The messages that the server stores for the user. Showing them marks them as read. */
export const Messages = ({ onFollow }: { onFollow: () => void }) => {
  const { data, isPending, isError, refetch } = useQuery({
    ...reading(notificationApi.list, { query: { size: SHOWN } }),
    staleTime: 0,
  });
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const newest = data?.content[0]?.id;
  const unread = data?.content.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? [];
  const hasUnread = unread.length > 0 && newest !== undefined;

  useEffect(() => {
    if (!hasUnread) return;
    // They stay marked as new while the panel is open.
    setFresh((known) => new Set([...known, ...unread]));
    // If this fails, `call` shows the error and the messages stay unread.
    void call(notificationApi.read, { body: { upTo: newest } })
      .then(() => refresh(notificationApi.list))
      .catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- `unread` is new at every render; `newest` changes with it
  }, [hasUnread, newest]);

  const clear = async () => {
    await call(notificationApi.clear, { body: { upTo: newest! } });
    await refresh(notificationApi.list);
  };

  if (isPending) return <p role="status">正在加载</p>;
  if (isError)
    return (
      <p role="alert">
        消息加载失败 <Button onClick={() => void refetch()}>重试</Button>
      </p>
    );
  if (data.content.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有消息" />;
  }
  return (
    <>
      <ol className="notice-list">
        {data.content.map((message) => (
          <Message key={message.id} message={message} isNew={fresh.has(message.id)} onFollow={onFollow} />
        ))}
      </ol>
      {/* `call` has already shown the error in a notification. */}
      <Button type="link" onClick={() => void clear().catch(() => undefined)}>
        清空消息
      </Button>
    </>
  );
};
