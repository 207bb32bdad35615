import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../../kit/display/Facts.tsx';
import { urlOf } from '../../../lib/api.ts';
import { RuleIcon } from '../eligibility/RuleIcon.tsx';
import { useCheck } from './check-context.ts';

const HASH_SHOWN = 16;

/** The deadline of each step. */
const ends = [
  ['college', '院系审核截止', 'collegeClosesAt'],
  ['school', '报送截止', 'reportClosesAt'],
  ['body', '主管部门截止', 'bodyClosesAt'],
] as const;

type Recommended = NonNullable<CheckedProject['recommendation']>;

const Files = ({ files }: Pick<Recommended, 'files'>) => (
  <ul className="recommend-files">
    {files.map(({ id, name }) => (
      <li key={id}>
        <a href={urlOf(projectApi.recommendationFile, { params: { id } })} target="_blank" rel="noreferrer">
          {name}
        </a>
      </li>
    ))}
  </ul>
);

const Recommendation = ({
  expected,
  present,
  heldOn,
  place,
  inFavour,
  against,
  abstain,
  opinion,
  files,
  by,
  at,
  exception,
}: Recommended) => (
  <>
    <h2>单位推荐</h2>
    <Facts
      items={[
        ['部门评议', heldOn && `${heldOn}，${place}`],
        [
          '部门表决',
          `${expected === null ? '' : `应到 ${expected} 人，`}实到 ${present} 人：赞成 ${inFavour}，反对 ${against}，弃权 ${abstain}`,
        ],
        ['推荐意见', opinion],
        ['例外推荐', exception && `赞成没有超过半数。${exception.reason}`],
        ['推荐附件', files.length > 0 ? <Files key="files" files={files} /> : null],
        [
          '经办',
          exception ? `${exception.askedBy}提出、${exception.confirmedBy}复核，${at}` : `${by}，${at}`,
        ],
      ]}
    />
  </>
);

type AskedException = NonNullable<CheckedProject['voteException']['asked']>;

/** A recommendation against the vote that waits for a second person. */
const WaitingException = ({ confirmationId, summary, reason, files, by, at, lapsesAt }: AskedException) => (
  <>
    <h2>例外推荐待复核</h2>
    <Facts
      items={[
        [
          '内容',
          <Link key="link" to={`/review/confirmation?view=${confirmationId}`}>
            {summary}
          </Link>,
        ],
        ['例外理由', reason],
        ['推荐附件', files.length > 0 ? <Files key="files" files={files} /> : null],
        ['提出', `${by}，${at}`],
        ['失效时间', lapsesAt],
      ]}
    />
  </>
);

/** Beside the form: the applicant, the results of the rules, and the history. */
export const CheckFacts = ({ decision }: { decision: ReactNode }) => {
  const { project } = useCheck();
  const { person, no, cycle, snapshot, submittedAt, isLate, rules, history, recommendation, voteException } =
    project;
  return (
    <aside className="check-facts">
      {decision}
      <Facts
        items={[
          ['编号', no],
          ['批次', cycle.name],
          ['单位', person.schoolName],
          ['性别', person.gender],
          ['出生日期', person.birthDate],
          ['身份证号码', person.idCard],
          ['提交时间', `${submittedAt}${isLate ? '（截止前开始，按期）' : ''}`],
          ['提交次数', `第 ${snapshot.round} 次`],
          ...ends
            .filter(([step]) => project.steps.includes(step))
            .map(([, label, end]) => [label, cycle[end]] as const),
          [
            '内容校验值',
            <code key="hash" title={snapshot.hash}>
              {snapshot.hash.slice(0, HASH_SHOWN)}
            </code>,
          ],
        ]}
      />
      {recommendation && <Recommendation {...recommendation} />}
      {voteException.asked && <WaitingException {...voteException.asked} />}
      {decision === null && (
        <>
          <h2>规则核对</h2>
          <ul className="project-rules" aria-label="规则核对">
            {rules.map(({ code, title, level, message }) => (
              <li key={code}>
                <RuleIcon level={level} />
                <div>
                  <strong>{title}</strong>
                  <span>{message}</span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>经过</h2>
      <ol className="project-history">
        {history.map(({ event, at, note, ...step }) => (
          <li key={at + event}>
            <span>{at}</span> {event}
            {'by' in step && step.by !== null && `（${String(step.by)}）`}
            {note && `：${note}`}
          </li>
        ))}
      </ol>
    </aside>
  );
};
