import {
  checkStepWords,
  type OfficeProject,
  sentStates,
  sentWays,
} from '@zhiping/shared/contracts/project-views.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/project/eligibility.ts';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import './office-records.css';

type Records = OfficeProject['records'];

const Hash = ({ hash }: { hash: string }) => <code className="records-hash">{hash}</code>;

const Part = ({ title, empty, children }: { title: string; empty: string | null; children: ReactNode }) => (
  <section className="check-section" aria-label={title}>
    <h2>{title}</h2>
    {empty === null ? <ul className="records">{children}</ul> : <p className="soft">{empty}</p>}
  </section>
);

const Check = ({
  step,
  verdict,
  opinion,
  items,
  round,
  ruleVersion,
  by,
  askedBy,
  at,
}: Records['checks'][number]) => (
  <li>
    <p>
      <span>{at}</span>
      <strong>{askedBy === null ? by : `${askedBy} 提请，${by} 复核`}</strong>
      {checkStepWords[step]}
      {verdict && `：${eligibilityVerdicts[verdict]}`}
    </p>
    <p>{opinion}</p>
    <p className="soft">
      第 {round} 次提交的内容，按第 {ruleVersion} 版规则
    </p>
    {items.length > 0 && (
      <details>
        <summary>
          逐项判定（{items.filter(({ isMet }) => isMet).length} 项符合，
          {items.filter(({ isMet }) => !isMet).length} 项不符合）
        </summary>
        <ul className="check-reasons">
          {items.map(({ code, title, isMet, message, remark }) => (
            <li key={code}>
              <strong>
                {title}：{isMet ? '符合' : '不符合'}
              </strong>
              <span>{message}</span>
              {remark && <span>说明：{remark}</span>}
            </li>
          ))}
        </ul>
      </details>
    )}
  </li>
);

const stateColours: Partial<Record<keyof typeof sentStates, string>> = {
  failed: 'error',
  sent: 'success',
  read: 'success',
};

/** The office's records of a project: decisions, submissions, signatures and messages. */
export const OfficeRecords = ({ records }: { records: Records }) => {
  const { checks, snapshots, signatures, messages } = records;
  return (
    <>
      <Part title="资格审查记录" empty={checks.length === 0 ? '尚未审查' : null}>
        {checks.map((check) => (
          <Check key={`${check.at}${check.step}`} {...check} />
        ))}
      </Part>
      <Part title="提交记录" empty={null}>
        {snapshots.map(({ round, hash, ruleVersion, at }) => (
          <li key={round}>
            <p>
              <span>{at}</span>
              <strong>第 {round} 次提交</strong>按第 {ruleVersion} 版规则
            </p>
            <p className="soft">
              内容校验值 <Hash hash={hash} />
            </p>
          </li>
        ))}
      </Part>
      <Part title="承诺书签署" empty={signatures.length === 0 ? '没有签署' : null}>
        {signatures.map(({ kind, title, version, hash, by, ip, at }) => (
          <li key={`${kind}${by}${at}`}>
            <p>
              <span>{at}</span>
              <strong>{by}</strong>
              {title}（第 {version} 版），IP {ip}
            </p>
            <p className="soft">
              文本校验值 <Hash hash={hash} />
            </p>
          </li>
        ))}
      </Part>
      <Part title="消息" empty={messages.length === 0 ? '没有发送' : null}>
        {messages.map(({ way, to, text, state, error, at }, index) => (
          <li key={index}>
            <p>
              <span>{at}</span>
              <strong>{to}</strong>
              {sentWays[way]}
              <Tag color={stateColours[state]}>{sentStates[state]}</Tag>
              {error}
            </p>
            <p>{text}</p>
          </li>
        ))}
      </Part>
    </>
  );
};
