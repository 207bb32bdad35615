import { Tag } from 'antd';
import { outboxApi, type OutboxMessage } from '@zhiping/shared/contracts/outbox.ts';
import { useList } from '../../lib/list-state.ts';
import { cell, text, type Column } from '../../kit/columns.tsx';
import { Facts } from '../../kit/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/ListPage.tsx';

const channels = [
  { value: 'sms', label: '短信' },
  { value: 'email', label: '邮件' },
];

const channelOf = ({ channel }: OutboxMessage) => channels.find(({ value }) => value === channel)?.label;

const statuses = {
  kept: <Tag>仅存本机</Tag>,
  sent: <Tag color="success">已发送</Tag>,
  failed: <Tag color="error">发送失败</Tag>,
};

const columns: Column<OutboxMessage>[] = [
  text('recipient', '收件人', { isLink: true, mobile: 'title', width: 180 }),
  cell('channel', '方式', channelOf, { width: 80, mobile: 'field' }),
  text('content', '内容', { mobile: 'field' }),
  cell('status', '状态', ({ status }) => statuses[status], { width: 100, mobile: 'status' }),
  text('createTime', '时间', { width: 170, mobile: 'field' }),
];

const MessageFacts = (message: OutboxMessage) => (
  <Facts
    items={[
      ['收件人', message.recipient],
      ['方式', channelOf(message)],
      ['状态', statuses[message.status]],
      ['时间', message.createTime],
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
      noun="消息"
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      search={<TextFilter list={list} name="blurry" label="收件人或内容" />}
      filters={<SelectFilter list={list} name="channel" label="方式" options={channels} />}
      detail={{ title: ({ recipient }) => `发给 ${recipient}`, content: MessageFacts }}
    />
  );
}
