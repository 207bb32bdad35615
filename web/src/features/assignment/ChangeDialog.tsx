import { useQuery } from '@tanstack/react-query';
import { type AssignedExpert, assignmentApi, type Candidate } from '@zhiping/shared/contracts/assignment.ts';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { reading } from '../../lib/query-client.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Consequence } from './Consequence.tsx';
import { useExclusionReasons } from './use-exclusion-reasons.ts';

type Props = {
  projectId: number;
  /** The expert to replace; without one, an expert is added. */
  expert?: AssignedExpert;
  onClose: () => void;
  onDone: () => Promise<unknown>;
};

/** Stands for the expert whom the rules give; no expert has this id. */
const BY_RULE = 0;

const lossWords = (loss: number | null) => {
  if (loss === null) return null;
  if (loss === 0) return '与原专家相当';
  return loss > 0 ? `比原专家低 ${loss.toFixed(1)} 分` : `比原专家高 ${(-loss).toFixed(1)} 分`;
};

/** Facts of a candidate. Shows the loss over all projects where it is known, else the loss of this project alone. */
const candidateFacts = ({ parts, load, loss, denial }: Candidate, forAll: string | undefined) =>
  denial ??
  [
    parts && `${ringWords[parts.ring as 0 | 1 | 2 | 3]}，匹配 ${parts.match / 100} 分`,
    `已有 ${load} 份`,
    forAll ?? lossWords(loss),
  ]
    .filter(Boolean)
    .join('，');

/** Chooses another expert for a project; shows what each candidate costs, or why a candidate is denied. */
export const ChangeDialog = ({ projectId, expert, onClose, onDone }: Props) => {
  const [form] = Form.useForm<{ reason: string }>();
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<number>();
  const blurry = useDebounced(name.trim());
  const { data, error, refetch } = useQuery(
    reading(assignmentApi.candidates, {
      query: {
        projectId,
        ...(expert && { assignmentId: expert.assignmentId }),
        ...(blurry && { blurry }),
      },
    }),
  );
  // An expert whom another search no longer lists is not chosen unseen.
  const chosen = picked === BY_RULE || data?.some(({ expertId }) => expertId === picked) ? picked : undefined;
  const verb = expert ? '换人' : '补充';
  // Until the release of the result, which another person confirms, the office changes it alone.
  const isOut = expert?.state !== 'proposed' && chosen !== BY_RULE;
  const drawId = expert?.drawId ?? null;
  // The first answer may not cover an expert who was found by name, so the query asks for the chosen one.
  const { data: explained } = useExclusionReasons({ drawId, projectId, expertId: chosen || undefined });
  const known = new Map(explained?.why?.others.map(({ expertId, words }) => [expertId, words]));
  const exact = chosen === undefined ? undefined : known.get(chosen);
  const { submit, isSending, problem } = useSubmit<{ reason: string }>(form, async ({ reason }) => {
    if (chosen === undefined) throw new Error('请选择专家');
    const { confirmationId } = expert
      ? await call(assignmentApi.change, {
          params: { id: expert.assignmentId },
          body: { version: expert.version, expertId: chosen, reason },
          quiet: true,
        })
      : await call(assignmentApi.add, {
          body: { projectId, ...(chosen !== BY_RULE && { expertId: chosen }), reason },
          quiet: true,
        });
    if (confirmationId !== null) notify.success(`已提出，他人复核后${verb}`);
    await onDone();
    onClose();
  });
  return (
    <Dialog
      open
      width={640}
      title={expert ? `换下${expert.name}` : '补充专家'}
      problem={problem}
      okText={isOut ? '提请复核' : verb}
      confirmLoading={isSending}
      okButtonProps={{ disabled: chosen === undefined }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {isOut && (
        <p>
          {expert
            ? '材料已送审，指定的专家须由他人复核后才接替。不指定人选的，可以用「自动更换」。'
            : '指定的专家须由他人复核后才补充。由规则选出的立即邀请；您在抽取前后改动过专家库或回避的，也须复核。'}
        </p>
      )}
      <Form form={form} name="change-expert" layout="vertical" onFinish={submit}>
        <Form.Item
          label="查找专家"
          htmlFor="change-expert-name"
          extra="不填时按匹配从高到低列出；按姓名查找会说明为什么不能选"
        >
          <Input
            id="change-expert-name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder="专家姓名"
          />
        </Form.Item>
        {error && <Failed what="候选专家" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading rows={4} />}
        {data?.length === 0 && <Empty text={blurry ? '没有这个姓名的专家' : '没有可以评审这份材料的专家'} />}
        {data && data.length > 0 && (
          <Radio.Group
            aria-label="候选专家"
            value={chosen}
            onChange={({ target }) => setPicked(target.value as number)}
            className="assignment-candidates"
          >
            {!expert && (
              <Radio value={BY_RULE} className="assignment-candidate">
                由规则选出最合适的专家
              </Radio>
            )}
            {data.map((candidate) => (
              <Radio
                key={candidate.expertId}
                value={candidate.expertId}
                disabled={candidate.denial !== null}
                className="assignment-candidate"
              >
                {candidate.name}
                <span className="soft">
                  {' '}
                  {candidate.schoolName}，{candidateFacts(candidate, known.get(candidate.expertId))}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        )}
        {drawId !== null && chosen !== undefined && (
          <p className="assignment-exact" role="status">
            {exact ?? (explained?.why ? '没有他在抽取名册中的数据，不能算出总体得失' : '正在计算总体得失')}
          </p>
        )}
        {expert?.state === 'proposed' && expert.drawId !== null && chosen !== undefined && (
          <Consequence drawId={expert.drawId} assignmentId={expert.assignmentId} expertId={chosen} />
        )}
        <Field schema={assignmentApi.replace.body} name="reason" label="原因" required>
          <Input.TextArea autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
