import { useQuery } from '@tanstack/react-query';
import {
  type ChangedPlace,
  type DrawResultView,
  drawResultApi,
  type Trial,
} from '@zhiping/shared/contracts/draw-result.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ScrollRegion } from '../../../kit/display/ScrollRegion.tsx';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { reading } from '../../../lib/query-client.ts';
import { FiguresTable } from '../../../kit/display/FiguresTable.tsx';
import { DistributionCharts } from './DistributionCharts.tsx';
import { Shortages } from './Shortages.tsx';
import { reloadResult } from './reload-result.ts';

const expertInWords = (name: string | null, match: number | null) =>
  name === null ? '空缺' : `${name}（${(match ?? 0) / 100} 分）`;

const Changes = ({ changes, places }: { changes: readonly ChangedPlace[]; places: number }) => (
  <details className="result-changes">
    <summary>变动的 {places} 处</summary>
    <ScrollRegion label="变动的分配" className="result-wide">
      <table>
        <thead>
          <tr>
            <th scope="col">材料</th>
            <th scope="col">学科</th>
            <th scope="col">现在</th>
            <th scope="col">改为</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.projectId}/${change.slot}`}>
              <th scope="row">{change.no}</th>
              <td>{change.subject}</td>
              <td>{expertInWords(change.out, change.outMatch)}</td>
              <td>{expertInWords(change.in, change.inMatch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
    {places > changes.length && <p>另有 {places - changes.length} 处未列出，采用后可导出表格查看。</p>}
  </details>
);

const Shown = ({ id, trial, onLeave }: { id: number; trial: Trial; onLeave: () => void }) => {
  const [isApplying, setApplying] = useState(false);
  const { before, after, places, isOutdated, taskId, leaving } = trial;
  const what = leaving === null ? '重新求解的结果' : `换下${leaving}、其余一起重排的结果`;
  // A trial without changes that is outdated says nothing about the current result.
  if (places === 0 && isOutdated) return null;
  if (places === 0)
    return (
      <Alert
        type="info"
        showIcon
        closable={{ onClose: onLeave, 'aria-label': '关闭' }}
        title="重新求解的结果与现在完全相同，没有更好的分配"
      />
    );
  return (
    <section className="result-trial" aria-label={what}>
      <h2>{what}，还没有采用</h2>
      {isOutdated && <Alert type="warning" showIcon title="求解之后结果又有调整，请重新求解" />}
      {trial.gain !== null && (
        <p>
          采用后{trial.gain}
          <span className="soft">
            （合计匹配、评级和随机数，份数越均匀得分越高
            {trial.isLoss && '；现在的专家有不能再用的，所以会减少'}）
          </span>
        </p>
      )}
      <div className="result-head">
        <FiguresTable
          caption="采用前后"
          columns={[
            { name: '现在', figures: before },
            { name: '采用后', figures: after },
          ]}
        />
        <DistributionCharts figures={after} before={before} beforeName="现在" />
      </div>
      <Shortages shortages={trial.shortages} />
      <Changes changes={trial.changes} places={places} />
      <div className="result-actions">
        <Button type="primary" disabled={isOutdated} onClick={() => setApplying(true)}>
          采用这个结果
        </Button>
        <Button onClick={onLeave}>不采用</Button>
      </div>
      {isApplying && (
        <ReasonDialog
          title={`采用${what}`}
          verb="采用"
          consequence={`${places} 处分配一次全部更改，固定的不变；发布前可以作为一次调整撤销。`}
          schema={drawResultApi.apply.body}
          onClose={() => setApplying(false)}
          act={async (reason) => {
            await call(drawResultApi.apply, { params: { id }, body: { taskId, reason }, quiet: true });
            notify.success(`已采用，${places} 处分配已更改`);
            onLeave();
            await reloadResult();
          }}
        />
      )}
    </section>
  );
};

type Props = { result: DrawResultView; onLeave: () => void };

/** The trial of a new solution beside the current result; nothing is saved before it is applied. */
export const TrialPanel = ({ result, onLeave }: Props) => {
  const { id, runs } = result;
  // Each computation has its own trial, so a trial cached from an earlier one must not be used.
  const { data } = useQuery({
    ...reading(drawResultApi.trial, { params: { id } }),
    refetchOnMount: 'always',
  });
  const trial = data?.trial;
  return trial && trial.taskId === runs.solve?.taskId ? (
    <Shown id={id} trial={trial} onLeave={onLeave} />
  ) : null;
};
