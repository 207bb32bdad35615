import { type DrawRun } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import type { DrawRunKind } from '@zhiping/shared/rules/draw/states.ts';
import { isOpenTask } from '@zhiping/shared/rules/task/states.ts';
import { Button, Progress } from 'antd';
import { call } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import './result.css';

/** The run while it is in progress, else null. */
export const runningOf = (run: DrawRun | null | undefined): DrawRun | null =>
  run?.state && isOpenTask(run.state) ? run : null;

type Props = {
  id: number;
  kind: DrawRunKind;
  run: DrawRun;
  label: string;
  onChange: () => Promise<unknown>;
};

/** Progress of a computation of a draw, with a button to cancel it. */
export const RunProgress = ({ id, kind, run, label, onChange }: Props) => {
  const mayCancel = usePermission(['assignment:draw']);
  const { done, total, isCancelled, state } = run;
  const share = total === 0 ? 0 : Math.round((done / total) * 100);
  const cancel = async () => {
    await call(drawResultApi.cancel, { params: { id }, body: { kind } });
    await onChange();
  };
  const waiting = state === 'waiting' ? `排队等待${label}` : `正在${label}`;
  return (
    <div className="result-run" role="status">
      <span>{isCancelled ? '正在取消' : waiting}</span>
      <Progress percent={share} size="small" aria-label={`${label}的进度`} />
      {mayCancel && (
        <Button
          disabled={isCancelled}
          // A failed call has shown a notification.
          onClick={() => void cancel().catch(() => undefined)}
        >
          取消{label}
        </Button>
      )}
    </div>
  );
};
