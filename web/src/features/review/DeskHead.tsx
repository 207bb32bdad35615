import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { isAwaited } from '@zhiping/shared/rules/assignment/states.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { dueWords, isOver } from './due-words.ts';
import { assignmentTitle } from './assignment-title.ts';
import { AssignmentStateTag } from './AssignmentStateTag.tsx';
import type { Neighbours } from './use-neighbours.ts';

type Props = { desk: ReviewDesk; neighbours: Neighbours; now: number; children: ReactNode };

/** Number and facts of the project, its deadline, links to the neighbours, and the controls of the page. */
export const DeskHead = ({ desk, neighbours, now, children }: Props) => {
  const { hrefOf } = useSubView('task');
  const { titleLevel, titleName, subjects, dueAt, state } = desk;
  const isLate = dueAt !== null && isAwaited(state) && isOver(dueAt, now);
  const { previous, next, done, all } = neighbours;
  const target = [titleLevel && levelWords[titleLevel], titleName].filter(Boolean).join(' ');
  const facts = [
    `申报 ${target}`,
    desk.view === 'expertOpen' && desk.person?.schoolName,
    ...subjects,
    // A locked assignment has no time left, whatever its deadline.
    dueAt && state !== 'locked' && dueWords(dueAt, now),
    all > 0 && `已交 ${done} / ${all}`,
  ].filter((fact) => typeof fact === 'string');
  return (
    <header className="desk-head">
      <div className="desk-place">
        <Link to="/desk/task">返回列表</Link>
        <h1 tabIndex={-1}>{assignmentTitle(desk)}</h1>
        <AssignmentStateTag state={state} isLate={isLate} />
        <nav aria-label="其他材料">
          {previous !== undefined && <Link to={hrefOf(previous)}>上一份</Link>}
          {next !== undefined && <Link to={hrefOf(next)}>下一份</Link>}
        </nav>
      </div>
      <ul className="desk-facts" aria-label="申报与期限">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className="desk-tools">{children}</div>
    </header>
  );
};
