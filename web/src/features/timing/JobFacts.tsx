import type { TimingJob } from '@zhiping/shared/contracts/timing.ts';
import './timing.css';
import { Facts } from '../../kit/display/Facts.tsx';

const NextRuns = ({ runs }: { runs: readonly string[] }) => (
  <ol className="next-runs">
    {runs.map((run) => (
      <li key={run}>{run}</li>
    ))}
  </ol>
);

export const JobFacts = ({ job }: { job: TimingJob }) => (
  <Facts
    items={[
      ['任务名称', job.jobName],
      ['描述', job.description],
      ['执行时间', job.cronWords],
      ['cron 表达式', <code key="cron">{job.cronExpression}</code>],
      ['接下来', job.isPause ? '已暂停' : <NextRuns key="next" runs={job.nextRuns} />],
      ['失败后暂停', job.pauseAfterFailure ? '是' : '否'],
      ['负责人', job.personInCharge],
      ['告警邮箱', job.email],
      ['修改时间', job.updateTime],
    ]}
  />
);
