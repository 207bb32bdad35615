import { type DrawResultView, drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { describeRepeatShare } from '@zhiping/shared/rules/assignment/repeat-share.ts';
import { Button } from 'antd';
import { useKeptFocus } from '../../../kit/hooks/use-kept-focus.ts';
import { useWrite } from '../../../lib/query-client.ts';
import { reloadResult } from './reload-result.ts';
import { RunProgress, runningOf } from './RunProgress.tsx';

const percent = (share: number) => `${Math.round(share * 100)}%`;

const HINT =
  '用另外的随机数重新抽取，最多 200 次、15 分钟，看有多少分配会与本次相同，并算出不加随机数和纯随机抽取的结果作比较。只作说明，不改变结果。';

/** Confidence of the share, in percentage points. */
const errorWords = (error: number | null) =>
  error === null ? '' : `，平均值误差约 ±${(error * 100).toFixed(1)} 个百分点（95% 置信）`;

/** How much of a result was decided by chance, in words for readers without statistics. */
export const Chance = ({ result }: { result: DrawResultView }) => {
  const { id, repeat, runs, isByChance } = result;
  const start = useWrite(drawResultApi.repeat, drawResultApi.read);
  const part = useKeptFocus<HTMLElement>();
  if (!isByChance) return null;
  const running = runningOf(runs.repeat);
  if (running)
    return (
      <section {...part}>
        <RunProgress id={id} kind="repeat" run={running} label="估算" onChange={reloadResult} />
      </section>
    );
  return (
    <section {...part} className="result-chance">
      <h2>随机数起了多大作用</h2>
      {repeat ? (
        <p>
          {describeRepeatShare(repeat)}。按 {repeat.runs} 次独立重抽估算，各次之间为 {percent(repeat.least)}{' '}
          至 {percent(repeat.most)}
          {errorWords(repeat.error)}；这一比例只说明抽取的随机程度，不影响结果。
        </p>
      ) : (
        <>
          <p>
            {HINT}
            {runs.repeat?.state === 'failed' && ` 上次没有完成：${runs.repeat.error}。`}
          </p>
          <Button loading={start.isPending} onClick={() => start.mutate({ params: { id } })}>
            估算随机程度
          </Button>
        </>
      )}
    </section>
  );
};
