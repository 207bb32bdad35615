import { useQuery } from '@tanstack/react-query';
import { type Monitor, monitorApi } from '@zhiping/shared/contracts/monitor.ts';
import type { ReactNode } from 'react';
import { Facts } from '../../kit/display/Facts.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import './monitor.css';
import { Sparkline } from './Sparkline.tsx';
import { useHistory } from './use-history.ts';

const EVERY_MS = 5000;

type CardProps = { title: string; share?: string; values?: readonly number[]; children: ReactNode };

const Card = ({ title, share, values, children }: CardProps) => (
  <section className="panel monitor-card">
    <h2>
      {title}
      {share !== undefined && <strong>{share}%</strong>}
    </h2>
    {values && <Sparkline values={values} label={`${title}使用率，最近 ${values.length} 次`} />}
    {children}
  </section>
);

type Share = Monitor['memory'];
const shareFacts = ({ total, used, available }: Share) =>
  [
    ['总量', total],
    ['已用', used],
    ['可用', available],
  ] as const;

const BackupCard = ({ good, failure }: Monitor['backup']) => (
  <Card title="备份">
    {failure && (
      <p className="monitor-failure" role="alert">
        最近一次失败（{failure.at}）：{failure.problem}
      </p>
    )}
    {!good && <p>还没有成功的备份</p>}
    {good && (
      <Facts
        items={[
          ['完成时间', good.at],
          ['归档', good.archive],
          ['大小', good.size],
          ['文件', good.missing > 0 ? `${good.files} 个，缺少 ${good.missing} 个` : `${good.files} 个`],
        ]}
      />
    )}
  </Card>
);

/** Machine and process, refreshed every five seconds while the page is visible. */
export default function MonitorPage() {
  const { data, isPending, error, refetch } = useQuery({
    ...reading(monitorApi.read),
    refetchInterval: EVERY_MS,
  });
  const history = useHistory(data);
  return (
    <>
      <PageHead title="服务监控" />
      {isPending && <Loading />}
      {error && <Failed what="服务监控" error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="monitor-cards">
          <Card title="处理器" share={data.cpu.used} values={history.cpu}>
            <Facts
              items={[
                ['型号', data.cpu.name],
                ['线程', data.cpu.logic],
                ['空闲', `${data.cpu.idle}%`],
              ]}
            />
          </Card>
          <Card title="内存" share={data.memory.usageRate} values={history.memory}>
            <Facts items={shareFacts(data.memory)} />
          </Card>
          <Card title="交换区" share={data.swap.usageRate} values={history.swap}>
            <Facts items={shareFacts(data.swap)} />
          </Card>
          <Card title="磁盘" share={data.disk.usageRate} values={history.disk}>
            <Facts items={shareFacts(data.disk)} />
          </Card>
          <Card title="服务进程">
            <Facts
              items={[
                ['内存', data.process.memory],
                ['循环延迟', `中位 ${data.process.delayP50} 毫秒，P99 ${data.process.delayP99} 毫秒`],
                [
                  '数据库连接',
                  `${data.process.poolTotal} 个，空闲 ${data.process.poolIdle}，排队 ${data.process.poolWaiting}`,
                ],
                ['在线页面', data.process.openPages],
              ]}
            />
          </Card>
          <BackupCard {...data.backup} />
          <Card title="系统">
            <Facts
              items={[
                ['版本', data.version],
                ['操作系统', data.sys.os],
                ['运行时长', data.sys.day],
                ['地址', data.sys.ip],
                ['时间', data.time],
              ]}
            />
          </Card>
        </div>
      )}
    </>
  );
}
