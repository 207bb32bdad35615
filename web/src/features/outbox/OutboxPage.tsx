import { Tag } from 'antd';
import { outboxApi, type OutboxMessage } from '@zhiping/shared/contracts/outbox.ts';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';

const channels = [
  { value: 'sms', label: '短信' },
  { value: 'email', label: '邮件' },
];

const channelOf = ({ channel }: OutboxMessage) => channels.find(({ value }) => value === channel)?.label;

const statusOptions = [
  { value: 'waiting', label: '等待发送' },
  { value: 'sent', label: '已发送' },
  { value: 'failed', label: '发送失败' },
  { value: 'kept', label: '仅存本机' },
];

const statuses = {
  kept: <Tag>仅存本机</Tag>,
  waiting: <Tag color="processing">等待发送</Tag>,
  sent: <Tag color="success">已发送</Tag>,
  failed: <Tag color="error">发送失败</Tag>,
};

/** An SMS only holds a code, so it is shown whole; for a mail the subject is enough. */
const summaryOf = ({ subject, content }: OutboxMessage) => subject ?? content;

const resend = async ({ id, recipient }: OutboxMessage) => {
  await call(outboxApi.resend, { params: { id } });
  await refresh(outboxApi.list);
  notify.success(`发给 ${recipient} 的邮件已重新排队`);
};

const columns: Column<OutboxMessage>[] = [
  text('recipient', '收件人', { isLink: true, mobile: 'title', width: 150 }),
  cell('channel', '方式', channelOf, { width: 80, mobile: 'field', hidePriority: 1 }),
  cell('summary', '内容', summaryOf, { grows: true, width: 220, mobile: 'field' }),
  cell('status', '状态', ({ status }) => statuses[status], { width: 88, mobile: 'status' }),
  text('createTime', '时间', { width: 160, mobile: 'field' }),
];

const MessageFacts = (message: OutboxMessage) => (
  <Facts
    items={[
      ['收件人', message.recipient],
      ['方式', channelOf(message)],
      ['状态', statuses[message.status]],
      ['时间', message.createTime],
      ['发出时间', message.sentTime],
      ['尝试次数', message.status === 'kept' ? null : message.attempts],
      ['主题', message.subject],
      ['内容', message.content],
      ['失败原因', message.error],
    ]}
  />
);

export default function OutboxPage() {
  const list = useList(outboxApi.list);
  return (
    <ListPage
      title="发件箱"
      row={{
        noun: '消息',
        idOf: ({ id }) => id,
        nameOf: ({ recipient }) => `发给 ${recipient}`,
        factsOf: MessageFacts,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="收件人或主题" />}
      filters={
        <>
          <SelectFilter list={list} name="channel" label="方式" options={channels} />
          <SelectFilter list={list} name="status" label="状态" options={statusOptions} />
          <TimeRangeFilter list={list} />
        </>
      }
      work={{
        rowActions: (message) => [
          {
            label: '重新发送',
            allow: 'outbox:edit',
            reason: message.resendProblem ?? undefined,
            // A failed call has shown a notification.
            run: () => void resend(message).catch(() => {}),
          },
        ],
      }}
    />
  );
}
