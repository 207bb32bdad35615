import { type DrawResultView, drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { Alert } from 'antd';
import { useState } from 'react';
import { FiguresTable } from '../../../kit/display/FiguresTable.tsx';
import { useKeptFocus } from '../../../kit/hooks/use-kept-focus.ts';
import { ActionButton } from '../../../kit/list/actions/ActionButton.tsx';
import { call } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { Chance } from './Chance.tsx';
import { History } from './History.tsx';
import { DistributionCharts } from './DistributionCharts.tsx';
import { reloadResult } from './reload-result.ts';
import { RunProgress, runningOf } from './RunProgress.tsx';
import { Shortages } from './Shortages.tsx';
import { Subjects } from './Subjects.tsx';
import { TrialPanel } from './TrialPanel.tsx';

const columnsOf = ({ figures: { computed, now, optimise, draw } }: DrawResultView) => [
  { name: '现在', figures: now },
  { name: '抽取结果', figures: computed },
  ...(optimise ? [{ name: '不加随机数', figures: optimise }] : []),
  ...(draw ? [{ name: '纯随机抽取', figures: draw }] : []),
];

const movedWords = ({ moved, fixed }: DrawResultView) =>
  [moved > 0 ? `与抽取结果不同 ${moved} 处` : '与抽取结果相同', fixed > 0 && `固定 ${fixed} 处`]
    .filter(Boolean)
    .join('，');

const avoidedWords = (avoided: number) =>
  avoided === 0
    ? '没有材料因回避而避开本可评审的专家'
    : `因回避避开 ${avoided} 对：这些专家的学科、层级等符合对应的材料，因回避关系没有安排`;

const Solving = ({ result }: { result: DrawResultView }) => {
  const { id, fixed, solveDenial, runs } = result;
  /** The trial that the office has dismissed. */
  const [dismissedTaskId, setLeft] = useState<number>();
  const solve = async () => {
    await call(drawResultApi.solve, { params: { id } });
    await reloadResult();
  };
  const part = useKeptFocus<HTMLDivElement>();
  const running = runningOf(runs.solve);
  if (running)
    return (
      <div {...part}>
        <RunProgress id={id} kind="solve" run={running} label="求解" onChange={reloadResult} />
      </div>
    );
  return (
    <div {...part}>
      <div className="result-actions">
        <ActionButton
          label={fixed > 0 ? '固定的不变，其余重新求解' : '重新求解'}
          reason={solveDenial ?? undefined}
          run={() => void solve().catch(() => undefined)}
        />
      </div>
      {runs.solve?.state === 'failed' && (
        <Alert type="warning" showIcon title={`没有求解出来：${runs.solve.error}`} />
      )}
      {runs.solve && runs.solve.taskId !== dismissedTaskId && (
        <TrialPanel key={runs.solve.taskId} result={result} onLeave={() => setLeft(runs.solve?.taskId)} />
      )}
    </div>
  );
};

/** A result in figures and charts beside possible alternatives, and actions on the whole result. */
export const Summary = ({ result }: { result: DrawResultView }) => {
  const mayEdit = usePermission(['assignment:edit']);
  const { figures, denial } = result;
  const isMoved = result.moved > 0;
  return (
    <section className="panel result-summary" aria-label="结果概况">
      <p>{movedWords(result)}</p>
      <Shortages shortages={result.shortages} />
      <div className="result-head">
        <div>
          <FiguresTable caption="结果的指标" columns={columnsOf(result)} />
          {result.avoided !== null && <p>{avoidedWords(result.avoided)}</p>}
          <Chance result={result} />
        </div>
        <DistributionCharts
          figures={figures.now}
          {...(isMoved && { before: figures.computed, beforeName: '抽取结果' })}
        />
      </div>
      <Subjects id={result.id} />
      {mayEdit && denial === null && <Solving result={result} />}
      <History result={result} />
    </section>
  );
};
