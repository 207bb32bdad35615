import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

type Props = {
  cycleId: number;
  /** Undefined means all copies of the cycle. */
  ids: number[] | undefined;
  old: { released: number; inReview: number } | undefined;
  onClose: () => void;
};

/**
 * Withdraws released copies of an earlier version and creates them again. Copies under review are included only if the
 * office says so.
 */
export const RecheckDialog = ({ cycleId, ids, old, onClose }: Props) => {
  const [withOpen, setWithOpen] = useState(false);
  const report = useBulkReport();
  const inReview = old?.inReview ?? 0;
  const released = old?.released ?? 0;
  const asked = ids?.length ?? (withOpen ? released : released - inReview);
  const send = useAction(async () => {
    const done = await call(blindCopyApi.recheck, {
      body: { cycleId, ...(ids && { ids }), withOpen },
      quiet: true,
    });
    await refresh(blindCopyApi.list, blindCopyApi.summary);
    report(`已撤回 ${done.succeeded} 个副本并开始重新制作，完成后请再放行`, done);
    onClose();
  }, '没有开始，请重试');
  return (
    <Dialog
      open
      title={ids ? `重新检查选中的 ${ids.length} 个副本` : '重新检查旧版本的副本'}
      problem={send.problem}
      okText={ids ? '重新检查' : `重新检查 ${asked} 个`}
      okButtonProps={{ disabled: asked === 0 }}
      confirmLoading={send.isPending}
      onOk={() => void send.run()}
      onCancel={onClose}
    >
      <p>
        这些副本由系统的旧版本生成并已放行。重新检查会先撤回，按现在的规则重新遮盖并检验，完成后由您再次放行；人工的标记和处理都保留。
      </p>
      {inReview > 0 && (
        <>
          <p>
            {ids
              ? '选中的副本中正由专家评审的'
              : `本批次有 ${released} 个旧版本的副本，其中 ${inReview} 个正由专家评审，这些`}
            默认不撤回，专家照常阅读；勾选后专家在再次放行之前看不到这些材料。
          </p>
          <Checkbox checked={withOpen} onChange={({ target }) => setWithOpen(target.checked)}>
            {ids ? '连同正在评审的一并撤回' : `连同正在评审的 ${inReview} 个一并撤回`}
          </Checkbox>
        </>
      )}
    </Dialog>
  );
};
