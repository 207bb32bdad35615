import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { useState } from 'react';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { ActionButton } from '../../../kit/list/actions/ActionButton.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useCheck } from './check-context.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { takeStep } from './take-step.ts';

type Verdict = 'handOn' | 'sendBack' | 'endorse' | 'giveBack' | 'decline' | 'reconsider' | 'retract';

const consequences: Record<Verdict, string> = {
  handOn: '申报转给学校审核，学校会看到您写的审核意见，申报人看不到。',
  sendBack: '申报回到院系审核环节，院系会看到原因，申报人看不到。',
  endorse: '申报转给评审办审查资格，评审办和学校会看到您写的审核意见，申报人看不到。',
  giveBack:
    '申报回到学校的单位公示环节，学校会看到原因，处理后可在主管部门审核截止前再次报送，申报人看不到原因。',
  decline: '申报人会看到原因，这份申报到此为止。报送截止前可以重新审核。',
  reconsider: '申报回到已提交，可以再次审核、推荐。',
  retract: '评审办开始审查前可以撤回，撤回后回到单位公示环节，报送截止前可以再次报送。',
};

const afterBody =
  '主管部门已审核通过。撤回后回到单位公示环节，主管部门会收到通知、看到原因；报送截止前可以再次报送，由主管部门重新审核。';

/** Actions of a school on one project in its last step: report it, withdraw the report, or do not recommend it. */
export const SchoolButtons = () => {
  const { project } = useCheck();
  const { id, version, can, person, state, cycle, steps, step } = project;
  const [open, setOpen] = useState<Verdict | 'report'>();
  const isEndorsed = state === 'reported' && steps.includes('body') && step !== 'body';
  // Actions of other states are hidden.
  const offered = (
    ['handOn', 'endorse', 'report', 'sendBack', 'giveBack', 'decline', 'reconsider', 'retract'] as const
  ).filter((one) => {
    if (can[one] === undefined) return false;
    if (one === 'handOn') return state === 'submitted';
    // Without a college the project cannot go back to it; while the college has it, it is there already.
    if (one === 'sendBack') return state === 'submitted' && steps.includes('college') && step === 'school';
    if (one === 'endorse' || one === 'giveBack') return state === 'reported';
    if (one === 'report') return state === 'unitPublicity';
    if (one === 'decline') return state === 'submitted' || state === 'unitPublicity';
    return one === 'reconsider' ? state === 'notRecommended' : state === 'reported';
  });
  const act = async (event: Verdict, reason: string) => {
    await takeStep(async () => {
      await call(projectCheckApi.verdict, { params: { id, event }, body: { version, reason }, quiet: true });
    });
    notify.success(`${person.name}：已${projectMachine.events[event]}`);
  };
  return (
    <>
      {offered.map((one) => (
        <ActionButton
          key={one}
          label={projectMachine.events[one]}
          type={
            (one === 'report' || one === 'handOn' || one === 'endorse') && can[one] === true
              ? 'primary'
              : 'default'
          }
          reason={typeof can[one] === 'string' ? can[one] : undefined}
          run={() => setOpen(one)}
        />
      ))}
      {open === 'report' && <ReportDialog cycleId={cycle.id} ids={[id]} onClose={() => setOpen(undefined)} />}
      {open && open !== 'report' && (
        <ReasonDialog
          title={`${projectMachine.events[open]}：${person.name}`}
          verb={projectMachine.events[open]}
          label={open === 'handOn' || open === 'endorse' ? '审核意见' : '原因'}
          consequence={open === 'retract' && isEndorsed ? afterBody : consequences[open]}
          schema={projectCheckApi.verdict.body}
          isDanger={open === 'decline'}
          act={(reason) => act(open, reason)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};
