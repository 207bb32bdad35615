import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { RecommendationFile } from '@zhiping/shared/contracts/project-views.ts';
import {
  countProblem,
  type DepartmentVote,
  isMajority,
} from '@zhiping/shared/rules/project/department-vote.ts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useCheck } from './check-context.ts';
import { RecommendFiles } from './RecommendFiles.tsx';
import { takeStep } from './take-step.ts';
import '../project.css';

const MOST = 1000;
const labels: Record<keyof DepartmentVote, string> = {
  expected: '应到人数',
  present: '实到人数',
  inFavour: '赞成票',
  against: '反对票',
  abstain: '弃权票',
};
const names = Object.keys(labels) as (keyof DepartmentVote)[];
type Typed = Partial<Record<keyof DepartmentVote, number | null>>;

const isComplete = (vote: Typed): vote is DepartmentVote =>
  names.every((name) => typeof vote[name] === 'number');

/** The error of the vote, once all numbers are typed. */
const problemOf = (vote: Typed) => (isComplete(vote) ? countProblem(vote) : null);

const isAgainst = (vote: Typed) => isComplete(vote) && countProblem(vote) === null && !isMajority(vote);

const NEEDED = '赞成、反对、弃权之和应等于实到人数，赞成须超过实到的半数';

/** The problem of the vote: wrong numbers or no majority; before that the requirements. */
const VoteStatus = ({ vote, isAllowed }: { vote: Typed; isAllowed: boolean }) => {
  const wrong = problemOf(vote);
  if (wrong !== null)
    return (
      <p role="status" className="check-vote-wrong">
        {wrong}
      </p>
    );
  if (!isAgainst(vote))
    return (
      <p role="status" className="soft">
        {NEEDED}
      </p>
    );
  return (
    <p role="status" className="check-vote-wrong">
      {isAllowed
        ? '赞成没有超过实到的半数。仍要推荐的，写明例外理由，由另一人复核同意后推荐，两人姓名留在推荐中'
        : '赞成没有超过实到的半数，不能推荐，本批次不允许例外'}
    </p>
  );
};

/** Recommends a project, with the vote of the department and an opinion. */
export const RecommendDialog = ({ onClose }: { onClose: () => void }) => {
  const { project } = useCheck();
  const [vote, setVote] = useState<Typed>({});
  const [heldOn, setHeldOn] = useState('');
  const [place, setPlace] = useState('');
  const [opinion, setOpinion] = useState('');
  const [files, setFiles] = useState<readonly RecommendationFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const [reason, setReason] = useState('');
  const { isAllowed } = project.voteException;
  const wrong = problemOf(vote);
  const isExcepted = isAgainst(vote);

  const send = useAction(async () => {
    if (!isComplete(vote) || wrong !== null) throw new Error(wrong ?? '请填写人数和各项票数');
    if (heldOn === '') throw new Error('请填写评议日期');
    if (place.trim() === '') throw new Error('请填写评议地点');
    if (opinion.trim() === '') throw new Error('请填写推荐意见');
    if (isUploading) throw new Error('附件还在上传，请等上传完成或取消上传');
    if (isExcepted && !isAllowed) throw new Error('赞成没有超过实到的半数，不能推荐，本批次不允许例外');
    if (isExcepted && reason.trim() === '') throw new Error('请填写例外理由');
    const params = { id: project.id };
    const body = {
      version: project.version,
      ...vote,
      heldOn,
      place,
      opinion,
      fileIds: files.map(({ id }) => id),
    };
    await takeStep(async () => {
      if (isExcepted) await call(projectApi.askException, { params, body: { ...body, reason }, quiet: true });
      else await call(projectApi.recommend, { params, body, quiet: true });
    });
    notify.success(
      isExcepted ? '已提出例外推荐，等待他人复核' : `已推荐${project.person.name}，进入单位公示`,
    );
    onClose();
  }, '推荐失败，请重试');

  return (
    <Dialog
      open
      width={560}
      title={`推荐${project.person.name}`}
      problem={send.problem}
      okText={isExcepted ? '提出例外推荐' : '确认推荐'}
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={() => void send.run()}
    >
      <p>推荐后进入单位公示，申报人不能再修改。</p>
      <Form component={false} layout="vertical">
        <div className="check-vote">
          {names.map((name) => (
            <Form.Item key={name} label={labels[name]} htmlFor={`vote-${name}`} required>
              <NumberInput
                id={`vote-${name}`}
                min={0}
                max={1000}
                precision={0}
                value={vote[name] ?? null}
                onChange={(value) => setVote({ ...vote, [name]: value })}
              />
            </Form.Item>
          ))}
        </div>
        <VoteStatus vote={vote} isAllowed={isAllowed} />
        {isExcepted && isAllowed && (
          <Form.Item label="例外理由" htmlFor="vote-exception" required>
            <Input.TextArea
              id="vote-exception"
              rows={3}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
        )}
        <div className="check-vote">
          <Form.Item label="评议日期" htmlFor="vote-day" required>
            <DayInput id="vote-day" value={heldOn} onChange={setHeldOn} />
          </Form.Item>
          <Form.Item label="评议地点" htmlFor="vote-place" required>
            <Input
              id="vote-place"
              maxLength={100}
              value={place}
              onChange={({ target }) => setPlace(target.value)}
            />
          </Form.Item>
        </div>
        <Form.Item label="推荐意见" htmlFor="recommend-opinion" required>
          <Input.TextArea
            id="recommend-opinion"
            rows={4}
            maxLength={MOST}
            value={opinion}
            onChange={({ target }) => setOpinion(target.value)}
          />
        </Form.Item>
        <RecommendFiles projectId={project.id} files={files} onChange={setFiles} onBusy={setUploading} />
      </Form>
    </Dialog>
  );
};
