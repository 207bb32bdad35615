import { onlineApi, type OnlineUser } from '@zhiping/shared/contracts/online.ts';
import { text, type Column } from '../../kit/list/columns.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

const columns: Column<OnlineUser>[] = [
  text('userName', '用户名', { isLink: true, mobile: 'title', width: 140, sort: 'userName' }),
  text('nickName', '昵称', { width: 120, mobile: 'field' }),
  text('dept', '部门', { grows: true, width: 160, mobile: 'field', hidePriority: 4 }),
  text('ip', 'IP', { width: 130, hidePriority: 3 }),
  text('address', '来源', { width: 130, hidePriority: 2 }),
  text('browser', '浏览器', { width: 150, hidePriority: 1 }),
  text('loginTime', '登录时间', { width: 170, sort: 'loginTime', mobile: 'field' }),
];

const SessionFacts = (session: OnlineUser) => (
  <Facts
    items={[
      ['用户名', session.userName],
      ['昵称', session.nickName],
      ['部门', session.dept],
      ['IP', session.ip],
      ['来源', session.address],
      ['浏览器', session.browser],
      ['登录时间', session.loginTime],
    ]}
  />
);

const nameOf = ({ nickName, userName }: OnlineUser) => `${nickName}（${userName}）`;

export default function OnlinePage() {
  const list = useList(onlineApi.list);
  const confirm = useConfirm();

  const kick = (sessions: readonly OnlineUser[]) => {
    const names = sessions.map(nameOf).join('、');
    confirm({
      title:
        sessions.length === 1 ? `确定让「${names}」下线吗？` : `确定让 ${sessions.length} 个会话下线吗？`,
      consequence: sessions.length === 1 ? '没有保存的内容会留在本人的电脑上。' : names,
      verb: '强制下线',
      act: async () => {
        await call(onlineApi.kick, { body: sessions.map(({ key }) => key) });
        await refresh(onlineApi.list);
        notify.success(`已让 ${sessions.length} 个会话下线`);
      },
    });
  };

  return (
    <ListPage
      title="在线用户"
      row={{ noun: '会话', idOf: ({ key }) => key, nameOf, factsOf: SessionFacts }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="用户名、昵称或地址" />}
      work={{
        rowActions: (session) => [
          { label: '强制下线', allow: 'online:del', isDanger: true, run: () => kick([session]) },
        ],
        bulkActions: [{ label: '强制下线', allow: 'online:del', isDanger: true, run: kick }],
      }}
    />
  );
}
