import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import type { Level } from '@zhiping/shared/rules/expert/inspect-expert.ts';
import { Alert, Button } from 'antd';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { reading } from '../../../lib/query-client.ts';
import { useDict } from '../../../pickers/use-dict.ts';

const icons: Record<Level, React.ReactNode> = {
  ok: <CheckCircleFilled />,
  warn: <WarningFilled />,
  block: <CloseCircleFilled />,
};
const names: Record<Level, string> = { ok: '通过', warn: '注意', block: '阻止' };
const order: readonly Level[] = ['block', 'warn', 'ok'];

/**
 * The check before an expert is used: what forbids it, what needs a look, and what is in order, each with its reason.
 */
export default function ExpertInspection({ expertId }: { expertId: number }) {
  const result = useQuery(reading(expertPoolApi.inspect, { params: { id: expertId } }));
  const { labelOf: seriesOf } = useDict('title_series');
  const { labelOf: levelOf } = useDict('title_level');
  if (result.isError)
    return <Failed what="核查结果" error={result.error} onRetry={() => void result.refetch()} />;
  if (!result.data) return <Loading rows={3} />;
  const { drawable, checks, checkedAt, conflictUnits, eligibleFor, integrity } = result.data;
  const sorted = checks.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));

  return (
    <>
      <Alert
        type={drawable ? 'success' : 'error'}
        showIcon
        title={drawable ? '可以抽取' : '不可抽取'}
        description={`${checkedAt} 核查`}
        action={
          <Button size="small" loading={result.isFetching} onClick={() => void result.refetch()}>
            重新核查
          </Button>
        }
      />
      <ul className="inspection">
        {sorted.map(({ code, level, message }) => (
          <li key={code} className={`inspection-${level}`}>
            {icons[level]}
            <span className="visually-hidden">{names[level]}：</span>
            {message}
          </li>
        ))}
      </ul>
      <p>
        可评：
        {eligibleFor
          .map(({ titleSeries, maxLevel }) => `${seriesOf(titleSeries)}，至${levelOf(maxLevel)}`)
          .join('；') || '无'}
        <br />
        应回避的单位：{conflictUnits.map(({ name }) => name).join('、') || '无'}
        <br />
        失信记录：{integrity.map(({ since, reason }) => `${since} 起，${reason}`).join('；') || '无'}
      </p>
    </>
  );
}
