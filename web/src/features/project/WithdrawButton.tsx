import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { Button } from 'antd';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

type Props = { project: ApplicantProject; flush?: () => Promise<void>; version?: () => number };

/** Withdraws a project for good, after a confirmation. */
export const WithdrawButton = ({ project, flush, version }: Props) => {
  const confirm = useConfirm();
  const { id, can, cycle } = project;
  if (can.withdraw === undefined) return null;
  const withdraw = async () => {
    await flush?.();
    await call(projectApi.move, {
      params: { id, event: 'withdraw' },
      body: { version: version?.() ?? project.version },
    });
    notify.success('已放弃申报');
    await refresh(projectApi.read, projectApi.own);
  };
  return (
    <Button
      danger
      disabled={can.withdraw !== true}
      title={reasonOf(can.withdraw)}
      onClick={() =>
        confirm({
          title: '放弃申报',
          consequence: cycle.isOpen
            ? '放弃后这份申报不再受理。申报时间内可以重新开始，已填写的履历和成果会自动带入。'
            : '放弃后这份申报不再受理。申报时间已过，本批次不能重新申报。',
          verb: '放弃申报',
          act: withdraw,
        })
      }
    >
      放弃申报
    </Button>
  );
};
