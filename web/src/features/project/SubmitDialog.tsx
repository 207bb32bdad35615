import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { useEffect, useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { CommitmentCheck } from '../../kit/form/CommitmentCheck.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import type { useProjectWork } from './use-project-work.ts';

type Props = {
  project: ApplicantProject;
  work: Pick<ReturnType<typeof useProjectWork>, 'saveAll' | 'catchUp' | 'version'>;
  onClose: () => void;
};

/** Where the project goes next, and whether it can still be withdrawn. */
const consequenceOf = ({ state, cycle }: ApplicantProject) => {
  if (state === 'supplementing') return `提交后由${cycle.organiser}继续审查，不能再撤回。`;
  if (state === 'returned') return '提交后由所在单位再次审核，不能自行撤回。';
  return `提交后由所在单位审核。申报截止（${cycle.applyClosesAt}）前，单位开始审核之前可以撤回修改。`;
};

/** Shows the commitment to read and agree to, then submits the project. */
export const SubmitDialog = ({ project, work, onClose }: Props) => {
  const { id, cycle } = project;
  // The agreement is valid for this version of the text only.
  const [agreedTo, setAgreedTo] = useState<number>();
  const agreed = agreedTo !== undefined && agreedTo === cycle.commitment?.id;
  // Registers the start: a submission that begins in time may arrive a little late.
  useEffect(() => {
    call(projectApi.begin, { params: { id }, quiet: true }).catch(() => undefined);
  }, [id]);

  const submit = useAction(async () => {
    if (!agreed) throw new Error('请先阅读承诺书，并勾选同意');
    try {
      await work.saveAll();
      await call(projectApi.submit, {
        params: { id },
        body: { version: work.version(), commitmentId: cycle.commitment?.id ?? 0, agreed: true },
        quiet: true,
      });
      notify.success('申报已提交');
      await refresh(projectApi.read, projectApi.own);
      onClose();
    } catch (error) {
      if (error instanceof ApiError) await work.catchUp();
      throw error;
    }
  }, '提交失败，请重试');

  return (
    <Dialog
      open
      width={720}
      title="提交申报"
      problem={submit.problem}
      okText="签署并提交"
      cancelText="返回修改"
      confirmLoading={submit.isPending}
      onCancel={onClose}
      onOk={() => void submit.run()}
    >
      <p>提交的内容将原样保存。{consequenceOf(project)}</p>
      {cycle.commitment && (
        <CommitmentCheck label="承诺书" text={cycle.commitment} agreedTo={agreedTo} onAgree={setAgreedTo}>
          我已阅读并同意上述承诺，姓名 {project.person.name}
        </CommitmentCheck>
      )}
    </Dialog>
  );
};
