import { CheckCircleOutlined, EditOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleStep, cycleSteps } from '@zhiping/shared/rules/cycle/missing.ts';
import type { ReactNode } from 'react';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { StepNav } from '../../kit/layout/StepNav.tsx';

export const CHECK = 'check';
export type EditorStep = CycleStep | typeof CHECK;

const labels: Record<EditorStep, string> = { ...cycleSteps, check: '核对' };
const names = Object.keys(labels) as EditorStep[];

export const isStep = (name: string | null): name is EditorStep => name !== null && name in labels;

export const stepAfter = (step: EditorStep): EditorStep => names[names.indexOf(step) + 1] ?? CHECK;

type Props = { cycle: Cycle; current: EditorStep; unsaved: readonly CycleStep[] };

const stateOf = (step: EditorStep, { cycle, unsaved }: Props): { icon: ReactNode; words: string } => {
  const missing = cycle.missing.filter((one) => step === CHECK || one.step === step).length;
  if (step !== CHECK && unsaved.includes(step)) return { icon: <EditOutlined />, words: '未保存' };
  if (missing > 0) return { icon: <ExclamationCircleOutlined />, words: `缺 ${missing} 项` };
  return { icon: <CheckCircleOutlined />, words: '完整' };
};

/** The steps of a cycle, each with what is still missing. */
export const CycleSteps = (props: Props) => {
  const { hrefOf } = useSubView('step');
  const steps = names.map((name) => ({
    name,
    label: labels[name],
    href: hrefOf(name),
    ...stateOf(name, props),
  }));
  return <StepNav label="批次设置步骤" steps={steps} current={props.current} />;
};
