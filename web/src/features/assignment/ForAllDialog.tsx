import type { AssignedExpert } from '@zhiping/shared/contracts/assignment.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { useNavigate } from 'react-router';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { useExclusionReasons } from './use-exclusion-reasons.ts';

type Props = { projectId: number; expert: AssignedExpert; onClose: () => void };

/**
 * Replaces an expert and lets all others move. Starts the computation; its trial is compared with the current result
 * and applied as a whole or not at all.
 */
export const ForAllDialog = ({ projectId, expert, onClose }: Props) => {
  const { drawId, assignmentId, name, expertId } = expert;
  const navigate = useNavigate();
  const { data } = useExclusionReasons({ drawId, projectId });
  const cost = data?.why?.places.find((one) => one.expertId === expertId)?.forAll;
  const start = useAction(async () => {
    await call(drawResultApi.solve, {
      params: { id: drawId! },
      query: { leaving: assignmentId },
      quiet: true,
    });
    await refresh(drawResultApi.read, drawResultApi.trial);
    void navigate(`/review/draw?id=${drawId}&part=result`);
  }, '没有开始计算');
  return (
    <Dialog
      open
      title={`换下${name}，其余一起重排`}
      problem={start.problem}
      okText="开始重排"
      confirmLoading={start.isPending}
      onOk={() => void start.run()}
      onCancel={onClose}
    >
      <p>
        这份材料不再由{name}
        评审，除固定的以外其他专家都可以变动，求总体最优。算好后在抽取结果中对比前后，采用之前什么都不会改变。
      </p>
      {cost && (
        <p role="status">
          预计{cost.words}，共变动 {cost.moved} 处。
        </p>
      )}
    </Dialog>
  );
};
