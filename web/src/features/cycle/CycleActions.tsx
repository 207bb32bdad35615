import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { cycleSteps } from '@zhiping/shared/rules/cycle/missing.ts';
import { cycleMachine } from '@zhiping/shared/rules/cycle/states.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { EarlierDialog } from './EarlierDialog.tsx';
import { PublishSummary } from './PublishSummary.tsx';
import type { StepName } from './steps/step-forms.tsx';

type CycleMove = 'publish' | 'review' | 'suspend' | 'resume';
const moves: readonly CycleMove[] = ['publish', 'review', 'suspend', 'resume'];

/** Consequences that are shown before each step. */
const consequences: Record<Exclude<CycleMove, 'publish'>, string> = {
  review: '进入评审后，不能再延长申报时间，也不能再修改评审表。',
  suspend: '暂停后，申报、审核和评审都不能继续，直到恢复。到时的阶段变化也会等到恢复之后。',
  resume: '恢复后，暂停时还没有到的截止时间按暂停的长短顺延；暂停前已经到时的阶段变化随即发生。',
};

const schema = cycleApi.move.body;
const WIDE = 640;

type Props = {
  cycle: Cycle;
  /** Steps with unsaved input, which would not be published. */
  unsaved: readonly StepName[];
  onMoved: () => Promise<void>;
};

const MoveDialog = ({ cycle, move, onClose, onMoved }: Props & { move: CycleMove; onClose: () => void }) => {
  const [form] = Form.useForm<{ reason?: string }>();
  const verb = cycleMachine.events[move];
  const { submit, isSending, problem } = useSubmit<{ reason?: string }>(form, async ({ reason }) => {
    const { id, version } = cycle;
    try {
      await call(cycleApi.move, { params: { id, event: move }, body: { version, reason }, quiet: true });
    } catch (error) {
      // Another user was faster: reload, so that their change is seen first.
      if (error instanceof ApiError && error.code === 'edit.conflict') await onMoved();
      throw error;
    }
    await refresh(cycleApi.list);
    await onMoved();
    notify.success(`批次已${verb}`);
    onClose();
  });
  return (
    <Dialog
      open
      title={`${verb}「${cycle.name}」`}
      width={move === 'publish' ? WIDE : undefined}
      okText={verb}
      problem={problem}
      confirmLoading={isSending}
      okButtonProps={{ danger: move === 'suspend', disabled: cycle.can[move] !== true }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {move === 'publish' ? <PublishSummary cycle={cycle} /> : <p>{consequences[move]}</p>}
      {move === 'publish' && cycle.warnings.length > 0 && (
        <ul aria-label="提示" className="publish-warnings">
          {cycle.warnings.map(({ step, message }) => (
            <li key={message}>
              {cycleSteps[step]}：{message}
            </li>
          ))}
        </ul>
      )}
      <Form form={form} layout="vertical" onFinish={submit}>
        {move !== 'publish' && (
          <Field
            schema={schema}
            name="reason"
            label={move === 'suspend' ? '暂停原因' : '说明'}
            required={move === 'suspend'}
            extra={move === 'suspend' ? '申报人、学校和专家操作时会看到' : ''}
          >
            <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
};

/** Actions on a cycle as a whole. Actions that the state forbids show the reason. */
export const CycleActions = (props: Props) => {
  const { cycle, unsaved } = props;
  const [move, setMove] = useState<CycleMove>();
  const [isEarlier, setEarlier] = useState(false);
  const moveReasonOf = (one: CycleMove) => {
    const ability = cycle.can[one];
    if (typeof ability === 'string') return ability;
    return unsaved.length > 0 ? '有修改还没有保存，请先保存' : undefined;
  };
  // Of suspending and resuming, only the possible one is offered.
  const offered = moves.filter((one) => {
    if (cycle.can[one] === undefined) return false;
    if (one === 'publish') return cycle.state === 'draft';
    if (one === 'review') return cycle.state === 'checking';
    if (cycle.state === 'draft') return false;
    return (one === 'resume') === (cycle.suspendedReason !== null);
  });
  return (
    <>
      {offered.map((one) => (
        <ActionButton
          key={one}
          label={cycleMachine.events[one]}
          type={one === 'suspend' || moveReasonOf(one) !== undefined ? 'default' : 'primary'}
          reason={moveReasonOf(one)}
          run={() => setMove(one)}
        />
      ))}
      {cycle.state !== 'draft' && cycle.can.edit !== undefined && (
        <ActionButton label="提前截止" reason={reasonOf(cycle.can.edit)} run={() => setEarlier(true)} />
      )}
      {move && <MoveDialog {...props} move={move} onClose={() => setMove(undefined)} />}
      {isEarlier && <EarlierDialog cycle={cycle} onClose={() => setEarlier(false)} />}
    </>
  );
};
