import type { CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { CycleState } from './CycleState.tsx';
import { StageBar } from './StageBar.tsx';

export const CycleFacts = (cycle: CycleRow) => (
  <>
    <StageBar {...cycle} />
    <Facts
      items={[
        ['批次名称', cycle.name],
        ['年度', cycle.year],
        ['组建单位', cycle.organiser],
        ['状态', <CycleState key="state" {...cycle} />],
        ...(cycle.suspendedReason === null ? [] : [['暂停原因', cycle.suspendedReason] as const]),
        ['申报开始', cycle.applyOpensAt],
        ['申报截止', cycle.applyClosesAt],
        ['评审截止', cycle.reviewClosesAt],
        ['规则版本', cycle.ruleVersion === null ? '发布后冻结' : `第 ${cycle.ruleVersion} 版`],
        ['修改人', cycle.updateBy],
        ['修改时间', cycle.updateTime],
      ]}
    />
  </>
);
