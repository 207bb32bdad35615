import { type CheckStep, checkSteps, type ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { useCheck } from './check-context.ts';

/** The steps of the check and the current one; shown if there is more than one. */
export const CheckStepBar = () => {
  const { project } = useCheck();
  const { steps, step, state } = project;
  if (steps.length < 2) return null;
  const at = reachedStep(state, step);
  const current = at === 'office' ? steps.length : steps.indexOf(at);
  // A corrected project goes through all steps again.
  const reached = state === 'returned' || state === 'supplementing' ? -1 : current;
  return (
    <ol className="check-steps" aria-label="审核环节">
      {steps.map((one, index) => (
        <li key={one} aria-current={index === reached ? 'step' : undefined} data-done={index < reached}>
          <span>{checkSteps[one]}</span>
          <small>
            {index === reached && state === 'notRecommended' ? '不予推荐' : wordsOf(index, reached)}
          </small>
        </li>
      ))}
    </ol>
  );
};

/** The current step, or the office once the other steps are done. */
const reachedStep = (state: ProjectState, step: CheckStep): CheckStep | 'office' => {
  if (state === 'submitted') return step;
  if (state === 'unitPublicity' || state === 'notRecommended') return 'school';
  return state === 'reported' && step === 'body' ? 'body' : 'office';
};

const wordsOf = (index: number, reached: number): string => {
  if (index < reached) return '已完成';
  return index === reached ? '进行中' : '未开始';
};
