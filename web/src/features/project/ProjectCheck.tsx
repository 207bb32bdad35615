import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { type EvaluatedRule, objections } from '@zhiping/shared/rules/project-form/facts.ts';
import type { FormProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { type Section, sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Alert, Button } from 'antd';

type Props = {
  problems: readonly FormProblem[];
  judged: readonly EvaluatedRule[];
  total: number;
  onGoTo: (section: Section, path?: string) => void;
};

const icons = {
  ok: <CheckCircleOutlined className="project-ok" />,
  warn: <ExclamationCircleOutlined className="project-warn" />,
  block: <CloseCircleOutlined className="project-block" />,
};
const words = { ok: '符合', warn: '请留意', block: '不符合' };

type Open = { key: string; section: Section; path?: string; message: string };

/** Counts each item once: open fields, and rules that the project as a whole does not meet. */
const openItems = ({ problems, judged }: Pick<Props, 'problems' | 'judged'>): Open[] => {
  const order = Object.keys(sections);
  return [
    ...problems.map((problem) => ({ ...problem, key: problem.path + problem.message })),
    ...objections(judged).map(({ code, section, message }) => ({ key: code, section, message })),
  ].toSorted((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
};

const Missing = ({ onGoTo, ...found }: Pick<Props, 'problems' | 'judged' | 'onGoTo'>) => (
  <ul className="project-missing" aria-label="还没有填好的">
    {openItems(found).map(({ key, section, path, message }) => (
      <li key={key}>
        <span className="soft">{sections[section]}</span>
        <Button type="link" onClick={() => onGoTo(section, path)}>
          {message}
        </Button>
      </li>
    ))}
  </ul>
);

/** Everything that is missing, with links to it, and the result of the cycle's rules. */
export const ProjectCheck = ({ problems, judged, total, onGoTo }: Props) => (
  <>
    <h2 tabIndex={-1}>核对与提交</h2>
    {total === 0 ? (
      <Alert type="success" showIcon title="申报表已填写完整，可以提交。" />
    ) : (
      <Alert type="warning" showIcon title={`还有 ${total} 项没有填好或不符合条件，点开即到。`} />
    )}
    {total > 0 && <Missing problems={problems} judged={judged} onGoTo={onGoTo} />}
    {judged.length > 0 && (
      <>
        <h3>条件自查</h3>
        <ul className="project-rules" aria-label="条件自查">
          {judged.map(({ code, title, level, message, section }) => (
            <li key={code}>
              {icons[level]}
              <span className="visually-hidden">{words[level]}：</span>
              <div>
                <strong>{title}</strong>
                <span>{message}</span>
                {level === 'block' && (
                  <Button type="link" onClick={() => onGoTo(section)}>
                    去「{sections[section]}」修改
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);
