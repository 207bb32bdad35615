import {
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  MessageOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import { type EvaluatedRule, objections } from '@zhiping/shared/rules/project-form/facts.ts';
import { isEmptySection } from '@zhiping/shared/rules/project-form/missing.ts';
import type { FormProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { isFormSection, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { type Section, sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { type Step, StepNav } from '../../kit/layout/StepNav.tsx';
import { useIsMobile } from '../../lib/use-media.ts';

export const CHECK = 'check';
export type ProjectStep = Section | typeof CHECK;

const labels: Record<ProjectStep, string> = { ...sections, check: '核对与提交' };
const names = Object.keys(labels) as ProjectStep[];

export const isProjectStep = (name: string | null): name is ProjectStep =>
  name !== null && Object.hasOwn(labels, name);

type Props = {
  form: ProjectForm;
  problems: readonly FormProblem[];
  judged: readonly EvaluatedRule[];
  /** Number of problems that prevent the submission. */
  total: number;
  current: ProjectStep;
  required: readonly Section[];
  /** Sections with reasons of the last return. */
  returned: readonly Section[];
};

const stateOf = (
  step: ProjectStep,
  { form, problems, judged, total, required, returned }: Props,
): { icon: ReactNode; words: string } => {
  const here = [...problems, ...objections(judged)].filter(({ section }) => section === step);
  const missing = step === CHECK ? total : here.length;
  if (missing > 0) return { icon: <ExclamationCircleOutlined />, words: `缺 ${missing} 项` };
  if (step === CHECK) return { icon: <CheckCircleOutlined />, words: '可以提交' };
  if (returned.includes(step)) return { icon: <MessageOutlined />, words: '有退回意见' };
  if (isFormSection(step) && !required.includes(step) && isEmptySection(form, step))
    return { icon: <MinusCircleOutlined />, words: '选填' };
  return { icon: <CheckCircleOutlined />, words: '完整' };
};

const useSteps = (props: Props): Step[] => {
  const { hrefOf } = useSubView('step');
  return names.map((name) => ({
    name,
    label: labels[name],
    href: hrefOf(name),
    ...stateOf(name, props),
  }));
};

/** The parts of the form: beside it on a desktop, a select above it on a phone. */
export const ProjectSteps = (props: Props) => {
  const steps = useSteps(props);
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  if (!isMobile) return <StepNav label="申报表各部分" steps={steps} current={props.current} />;
  return (
    <Select
      className="project-step-choice"
      aria-label="申报表各部分"
      value={props.current}
      options={steps.map(({ name, label, words }, index) => ({
        value: name,
        label: `${index + 1}. ${label}（${words}）`,
      }))}
      onChange={(name) => void navigate(steps.find((step) => step.name === name)!.href)}
    />
  );
};

/** Link to the next part, at the end of each part. */
export const NextStep = ({ current }: { current: ProjectStep }) => {
  const { hrefOf } = useSubView('step');
  const navigate = useNavigate();
  const index = names.indexOf(current);
  const go = (step: ProjectStep) => void navigate(hrefOf(step));
  const [before, after] = [names[index - 1], names[index + 1]];
  return (
    <div className="project-next">
      {before && <Button onClick={() => go(before)}>上一部分：{labels[before]}</Button>}
      {after && (
        <Button type="primary" ghost onClick={() => go(after)}>
          下一部分：{labels[after]}
        </Button>
      )}
    </div>
  );
};
