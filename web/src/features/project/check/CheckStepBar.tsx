import { checkSteps } from '@zhiping/shared/rules/project-states.ts';
import { useCheck } from './check-context.ts';

/** The steps of checking and whose it is, where there is more than one. */
export const CheckStepBar = () => {
  const { project } = useCheck();
  const { steps, step, state } = project;
  if (steps.length < 2) return null;
  const current = state === 'submitted' ? steps.indexOf(step) : steps.length;
  // What is mended goes through all of them again.
  const reached = state === 'returned' || state === 'supplementing' ? -1 : current;
  return (
    <ol className="check-steps" aria-label="审核环节">
      {steps.map((one, index) => (
        <li key={one} aria-current={index === reached ? 'step' : undefined} data-done={index < reached}>
          <span>{checkSteps[one]}</span>
          <small>{wordsOf(index, reached)}</small>
        </li>
      ))}
    </ol>
  );
};

const wordsOf = (index: number, reached: number): string => {
  if (index < reached) return '已完成';
  return index === reached ? '进行中' : '未开始';
};
