import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  EyeOutlined,
} from '@ant-design/icons';

const icons = {
  ok: <CheckCircleOutlined className="project-ok" />,
  warn: <ExclamationCircleOutlined className="project-warn" />,
  block: <CloseCircleOutlined className="project-block" />,
  person: <EyeOutlined className="soft" />,
};
const words = { ok: '符合', warn: '请留意', block: '不符合', person: '人工核验' };

/** The result of a rule for a project; no level means that only an officer can judge. */
export const RuleIcon = ({ level }: { level: 'ok' | 'warn' | 'block' | null }) => (
  <>
    {icons[level ?? 'person']}
    <span className="visually-hidden">{words[level ?? 'person']}：</span>
  </>
);
