import { CheckCircleOutlined, EditOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleStep, cycleSteps } from '@zhiping/shared/rules/cycle-missing.ts';
import { type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import './step-nav.css';

export const CHECK = 'check';
export type EditorStep = CycleStep | typeof CHECK;

const labels: Record<EditorStep, string> = { ...cycleSteps, check: '核对' };
const names = Object.keys(labels) as EditorStep[];

export const isStep = (name: string | null): name is EditorStep => name !== null && name in labels;

type Props = { cycle: Cycle; current: EditorStep; unsaved: readonly CycleStep[] };

const stateOf = (step: EditorStep, { cycle, unsaved }: Props): [icon: ReactNode, words: string] => {
  const missing = cycle.missing.filter((one) => step === CHECK || one.step === step).length;
  if (step !== CHECK && unsaved.includes(step)) return [<EditOutlined key="icon" />, '未保存'];
  if (missing > 0) return [<ExclamationCircleOutlined key="icon" />, `缺 ${missing} 项`];
  return [<CheckCircleOutlined key="icon" />, '完整'];
};

/** The steps of a cycle, each with what it still lacks. */
export const StepNav = (props: Props) => {
  const [params] = useSearchParams();
  const hrefOf = (step: EditorStep) => {
    const next = new URLSearchParams(params);
    next.set('step', step);
    return `?${next}`;
  };
  return (
    <nav className="step-nav" aria-label="批次设置步骤">
      <ol>
        {names.map((step, index) => {
          const [icon, words] = stateOf(step, props);
          return (
            <li key={step}>
              <Link to={hrefOf(step)} aria-current={step === props.current ? 'step' : undefined}>
                <span className="step-number">{index + 1}</span>
                {labels[step]}
                <span className="step-state">
                  {icon} {words}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
