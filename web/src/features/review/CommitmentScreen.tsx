import { useQuery } from '@tanstack/react-query';
import { reviewApi, type ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { Button, Checkbox, Input, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { FactLine } from '../../kit/display/FactLine.tsx';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { type Answer, ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { assignmentTitle } from './assignment-title.ts';
import './review.css';

type Commitment = Answer<typeof reviewApi.commitment>;
/** `type` is one of `KINDS`, chosen by the expert. */
type Recusal = { type: string | null; note: string };

const KINDS = ['与申报人有亲属关系', '师生关系', '近期合作', '同一单位或曾同单位', '其他可能影响公正的情形'];

const Declaration = ({
  task,
  recusal,
  onChange,
}: {
  task: ReviewTask;
  recusal: Recusal | undefined;
  onChange: (recusal: Recusal | undefined) => void;
}) => (
  <li>
    <fieldset>
      <legend>
        {assignmentTitle(task)}{' '}
        <span className="soft">
          <FactLine facts={[!task.blind && task.schoolName, task.subject?.fullName]} />
        </span>
      </legend>
      <Radio.Group
        value={recusal !== undefined}
        onChange={({ target }) => onChange(target.value ? { type: null, note: '' } : undefined)}
      >
        <Radio value={false}>无回避情形</Radio>
        <Radio value>申请回避</Radio>
      </Radio.Group>
      {recusal && (
        <div className="review-recusal">
          <Radio.Group
            aria-label={`${assignmentTitle(task)} 的回避情形`}
            options={KINDS}
            value={recusal.type}
            onChange={({ target }) => onChange({ ...recusal, type: target.value as string })}
          />
          <Input.TextArea
            aria-label={`${assignmentTitle(task)} 的回避说明`}
            placeholder="说明（可以不填）"
            maxLength={300}
            value={recusal.note}
            onChange={({ target }) => onChange({ ...recusal, note: target.value })}
          />
        </div>
      )}
    </fieldset>
  </li>
);

type Signing = Pick<Commitment, 'text' | 'tasks'> & {
  recusals: ReadonlyMap<number, Recusal>;
  isAgreed: boolean;
  onSigned: () => void;
};

/** Signs for the shown assignments, without those that the expert cannot review. */
const useSigning = ({ text, tasks, recusals, isAgreed, onSigned }: Signing) => {
  return useAction(async () => {
    if (!isAgreed) throw new Error('请先勾选已阅读并承诺');
    const unnamed = tasks.find(({ assignmentId }) => recusals.get(assignmentId)?.type === null);
    if (unnamed) throw new Error(`请选择 ${assignmentTitle(unnamed)} 的回避情形`);
    try {
      const done = await call(reviewApi.commit, {
        body: {
          // The assignments that were shown: the expert has agreed to nothing about one that came meanwhile.
          assignmentIds: tasks.map(({ assignmentId }) => assignmentId),
          version: text?.version ?? 0,
          agreed: true,
          recusals: tasks.flatMap(({ assignmentId }) => {
            const recusal = recusals.get(assignmentId);
            return recusal?.type
              ? [{ assignmentId, type: recusal.type, note: recusal.note.trim() || null }]
              : [];
          }),
        },
        quiet: true,
      });
      notify.success(
        done.recused > 0
          ? `已签署，打开 ${done.accepted} 份，${done.recused} 份已转交其他专家`
          : `已签署，${done.accepted} 份材料可以评审了`,
      );
      await refresh(reviewApi.list, reviewApi.commitment);
      onSigned();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) await refresh(reviewApi.commitment);
      throw isGone ? new Error('待签的材料有变动，已经更新，请核对后再签署') : error;
    }
  }, '签署失败');
};

const Screen = ({ commitment, onLeave }: { commitment: Commitment; onLeave: () => void }) => {
  const { text, tasks } = commitment;
  const [recusals, setRecusals] = useState<ReadonlyMap<number, Recusal>>(new Map());
  const [isAgreed, setAgreed] = useState(false);
  const sign = useSigning({ text, tasks, recusals, isAgreed, onSigned: onLeave });
  return (
    <section className="panel review-commitment">
      <PageHead title={text?.title ?? '评审承诺'}>
        <PrintButton hasVisibleLabel label="打印承诺书" />
        <Button onClick={onLeave}>返回</Button>
      </PageHead>
      {text && <div className="review-commitment-text">{text.body}</div>}
      <h2>本次承诺的材料（{tasks.length} 份）</h2>
      <p className="soft">请逐份确认。申请回避的材料立即转交其他专家，您不会再看到。</p>
      <ul>
        {tasks.map((task) => (
          <Declaration
            key={task.assignmentId}
            task={task}
            recusal={recusals.get(task.assignmentId)}
            onChange={(recusal) => {
              const next = new Map(recusals);
              if (recusal) next.set(task.assignmentId, recusal);
              else next.delete(task.assignmentId);
              setRecusals(next);
            }}
          />
        ))}
      </ul>
      <Checkbox
        checked={isAgreed}
        onChange={({ target }) => {
          setAgreed(target.checked);
          sign.clearProblem();
        }}
      >
        我已阅读并承诺以上内容，回避情形如实填写
      </Checkbox>
      {sign.problem && <FormProblem text={sign.problem} />}
      <div>
        <Button type="primary" size="large" loading={sign.isPending} onClick={() => void sign.run()}>
          签署承诺
        </Button>
      </div>
    </section>
  );
};

/** The commitment of an expert in a cycle, with each assignment: none can be opened before it is signed. */
export default function CommitmentScreen({ cycleId, onLeave }: { cycleId: number; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(reading(reviewApi.commitment, { query: { cycleId } }));
  if (error) return <Failed what="承诺书" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.tasks.length === 0)
    return (
      <section className="panel">
        <PageHead title="评审承诺">
          <Button onClick={onLeave}>返回</Button>
        </PageHead>
        <Empty text="没有等待签署的材料" />
      </section>
    );
  return <Screen commitment={data} onLeave={onLeave} />;
}
