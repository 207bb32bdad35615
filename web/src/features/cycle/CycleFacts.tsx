import { useQuery } from '@tanstack/react-query';
import { appointModes, cycleApi, type CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { useDict } from '../../pickers/use-dict.ts';
import { CycleState } from './CycleState.tsx';
import { optionalRow } from './optional-row.ts';
import { StageBar } from './StageBar.tsx';

/** Facts that the list does not show: committee, targets and every deadline. */
const Details = ({ cycle }: { cycle: CycleRow }) => {
  const { labelOf } = useDict('title_series');
  const { data, error, refetch } = useQuery(reading(cycleApi.detail, { params: { id: cycle.id } }));
  if (error) return <Failed what="批次" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const targets = data.targets.map(({ titleSeries, titleLevel, quota }) => {
    const name = `${labelOf(titleSeries)} ${levelWords[titleLevel]}`;
    return quota === null ? name : `${name}（指标 ${quota} 个）`;
  });
  return (
    <Facts
      items={[
        ['批次名称', cycle.name],
        ['年度', cycle.year],
        ['组建单位', cycle.organiser],
        ['评委会', data.committee],
        ['联系电话', data.officePhone],
        ['备案文号', data.filingNo],
        ['备案日期', data.filedDay],
        ['评聘方式', appointModes[data.appointMode]],
        ['评审方式', data.blind ? '匿名评审' : '实名评审'],
        ['申报范围', targets.join('；') || null],
        ['状态', <CycleState key="state" {...cycle} />],
        ...optionalRow('暂停原因', cycle.suspendedReason),
        ['任职年限截止日', data.cutoffDay],
        ['申报开始', cycle.applyOpensAt],
        ['申报截止', cycle.applyClosesAt],
        ...optionalRow('院系审核截止', data.collegeClosesAt),
        ['学校报送截止', data.reportClosesAt],
        ...optionalRow('主管部门审核截止', data.bodyClosesAt),
        ['资格审查截止', data.eligibilityClosesAt],
        ['评审截止', cycle.reviewClosesAt],
        ['规则版本', cycle.ruleVersion === null ? '发布后冻结' : `第 ${cycle.ruleVersion} 版`],
        ['修改人', cycle.updateBy],
        ['修改时间', cycle.updateTime],
      ]}
    />
  );
};

export const CycleFacts = (cycle: CycleRow) => (
  <>
    <StageBar {...cycle} />
    <Details cycle={cycle} />
  </>
);
