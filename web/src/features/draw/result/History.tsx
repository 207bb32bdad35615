import {
  type DrawResultView,
  drawResultApi,
  type ResultStep,
} from '@zhiping/shared/contracts/draw-result.ts';
import { changeKinds } from '@zhiping/shared/rules/draw/changes.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { call } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { reloadResult } from './reload-result.ts';

const wordsOf = ({ kind, places, undoes }: ResultStep) =>
  kind === 'undo' ? `撤销第 ${undoes} 次调整` : `${changeKinds[kind]}，${places} 处`;

/** Shows who changed a result and why, with undo. */
export const History = ({ result }: { result: DrawResultView }) => {
  const { id, steps, undo, laterHash } = result;
  const mayEdit = usePermission(['assignment:edit']);
  const [isUndoing, setUndoing] = useState(false);
  const next = steps.find(({ no }) => no === undo);
  if (steps.length === 0) return null;
  return (
    <section className="result-history">
      <h2>结果产生后的调整</h2>
      <ol>
        {steps.map((step) => (
          <li key={step.no} className={step.isUndone ? 'is-undone' : undefined}>
            <span>
              第 {step.no} 次：{wordsOf(step)}
              {step.isUndone && '（已撤销）'}
            </span>
            <span className="soft">
              {step.by ?? '系统'}，{step.at}，{step.reason}
            </span>
          </li>
        ))}
      </ol>
      {laterHash && (
        <p className="soft">
          调整摘要 <code>{laterHash}</code>，与抽取结果分开写入抽取记录。
        </p>
      )}
      {mayEdit && next && <Button onClick={() => setUndoing(true)}>撤销第 {next.no} 次调整</Button>}
      {isUndoing && next && (
        <ReasonDialog
          title={`撤销第 ${next.no} 次调整`}
          verb="撤销"
          consequence={`「${wordsOf(next)}」一次全部恢复到调整之前。撤销本身也记入经过。`}
          schema={drawResultApi.undo.body}
          onClose={() => setUndoing(false)}
          act={async (reason) => {
            await call(drawResultApi.undo, { params: { id }, body: { no: next.no, reason }, quiet: true });
            await reloadResult();
          }}
        />
      )}
    </section>
  );
};
