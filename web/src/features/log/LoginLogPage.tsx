import { logApi, type LoginLog } from '@zhiping/shared/contracts/log.ts';
import { PASSWORD_DUE, signInReason } from '@zhiping/shared/rules/auth/sign-in-reasons.ts';
import { Tag } from 'antd';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { useList } from '../../lib/list-state.ts';
import { LogLimit } from './LogLimit.tsx';

const results = [
  { value: true, label: '成功' },
  { value: false, label: '失败' },
];

const ResultTag = ({ log: { succeeded, reason } }: { log: LoginLog }) => {
  if (succeeded) return <Tag color="success">成功</Tag>;
  return reason === PASSWORD_DUE ? <Tag>未完成</Tag> : <Tag color="error">失败</Tag>;
};

const columns: Column<LoginLog>[] = [
  text('username', '用户名', { isLink: true, mobile: 'title', width: 160 }),
  cell('succeeded', '结果', (log) => <ResultTag log={log} />, {
    width: 80,
    mobile: 'status',
  }),
  cell('reason', '原因', ({ reason }) => signInReason(reason), { grows: true, width: 180, mobile: 'field' }),
  text('requestIp', 'IP', { width: 140, mobile: 'field', hidePriority: 3 }),
  text('address', '来源', { width: 120, hidePriority: 2 }),
  text('browser', '浏览器', { width: 150, hidePriority: 1 }),
  text('createTime', '时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

const LoginFacts = (log: LoginLog) => (
  <Facts
    items={[
      ['用户名', log.username],
      ['结果', <ResultTag key="result" log={log} />],
      ['原因', signInReason(log.reason)],
      ['IP', log.requestIp],
      ['来源', log.address],
      ['浏览器', log.browser],
      ['时间', log.createTime],
    ]}
  />
);

export default function LoginLogPage() {
  const list = useList(logApi.logins);
  return (
    <ListPage
      title="登录日志"
      row={{
        noun: '登录日志',
        idOf: ({ id }) => id,
        nameOf: ({ username }) => `${username} 的登录`,
        factsOf: LoginFacts,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="用户名或 IP" />}
      filters={
        <>
          <SelectFilter list={list} name="succeeded" label="结果" options={results} />
          <TimeRangeFilter list={list} />
        </>
      }
      tools={
        <>
          <LogLimit list={list} />
          <ExportButton api={logApi.downloadLogins} list={list} />
        </>
      }
    />
  );
}
