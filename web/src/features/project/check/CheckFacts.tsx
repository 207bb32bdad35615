import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Facts } from '../../../kit/display/Facts.tsx';
import { useCheck } from './check-context.ts';

const HASH_SHOWN = 16;
const icons = {
  ok: <CheckCircleOutlined className="project-ok" />,
  warn: <ExclamationCircleOutlined className="project-warn" />,
  block: <CloseCircleOutlined className="project-block" />,
};
const words = { ok: '符合', warn: '请留意', block: '不符合' };

/** Beside the form: who applies, how it stands by the rules, what happened. */
export const CheckFacts = () => {
  const { project } = useCheck();
  const { person, no, cycle, snapshot, submittedAt, isLate, rules, history } = project;
  return (
    <aside className="check-facts">
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
          ['报送截止', cycle.reportClosesAt],
          [
            '内容校验值',
            <code key="hash" title={snapshot.hash}>
              {snapshot.hash.slice(0, HASH_SHOWN)}
            </code>,
          ],
        ]}
      />
      <h2>规则核对</h2>
      <ul className="project-rules" aria-label="规则核对">
        {rules.map(({ code, title, level, message }) => (
          <li key={code}>
            {icons[level]}
            <span className="visually-hidden">{words[level]}：</span>
            <div>
              <strong>{title}</strong>
              <span>{message}</span>
            </div>
          </li>
        ))}
      </ul>
      <h2>经过</h2>
      <ol className="project-history">
        {history.map(({ event, at, note }) => (
          <li key={at + event}>
            <span>{at}</span> {event}
            {note && `：${note}`}
          </li>
        ))}
      </ol>
    </aside>
  );
};
