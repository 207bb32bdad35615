import { useQuery } from '@tanstack/react-query';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { CommitmentCheck } from '../../kit/form/CommitmentCheck.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { reading, refresh } from '../../lib/query-client.ts';

type Props = { cycleId: number; onAnswer: (isSigned: boolean) => void };

/** Shows the staff commitment of a cycle, which must be agreed to before the first decision in it. */
export default function SigningDialog({ cycleId, onAnswer }: Props) {
  const { data, error, refetch } = useQuery(reading(commitmentApi.staff, { query: { cycleId } }));
  const [agreedTo, setAgreedTo] = useState<number>();
  const text = data?.text;

  const sign = useAction(async () => {
    if (!text || agreedTo !== text.id) throw new Error('请先阅读并同意承诺书');
    try {
      await call(commitmentApi.signAsStaff, { body: { cycleId, textId: text.id }, quiet: true });
      await refresh(commitmentApi.staff, projectApi.read);
      onAnswer(true);
    } catch (failure) {
      await refetch();
      throw failure;
    }
  }, '签署失败，请重试');

  return (
    <Dialog
      open
      width={640}
      title="签署工作人员承诺书"
      // Above the question whose act asked for it: questions lie at 2000, notices at 2050.
      zIndex={2010}
      problem={sign.problem}
      okText="签署并继续"
      okButtonProps={{ disabled: !text }}
      confirmLoading={sign.isPending}
      onCancel={() => onAnswer(false)}
      onOk={() => void sign.run()}
    >
      <p>在本批次首次办理审查或抽取前签署一次，签署后继续刚才的操作。签署的时间、地址和文本版本会留存。</p>
      {error && <Failed what="承诺书" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {text && (
        <CommitmentCheck label="工作人员承诺书" text={text} agreedTo={agreedTo} onAgree={setAgreedTo}>
          我已阅读并同意上述承诺
        </CommitmentCheck>
      )}
    </Dialog>
  );
}
