import type { Task } from '@zhiping/shared/contracts/task.ts';

export const ImportProgress = ({ task }: { task: Task }) => {
  const { kind, done, total, state } = task;
  const verb = kind.endsWith('.check') ? '检查' : '导入';
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  return (
    <div className="import-progress">
      <label>
        {state === 'waiting' ? `正在排队，等待${verb}` : `正在${verb}，已完成 ${percent}%`}
        <progress max={100} value={percent} />
      </label>
      <p>数据较多，在后台处理。可以关闭这个窗口，完成后会通知您。</p>
    </div>
  );
};
