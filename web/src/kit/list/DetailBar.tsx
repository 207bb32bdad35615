import { useNavigate } from 'react-router';
import { ActionButton } from './actions/ActionButton.tsx';
import type { RowAction } from './actions/actions.ts';
import { Toolbar } from '../layout/Toolbar.tsx';

type Props = {
  actions: readonly RowAction[];
  /** Links to the previous and the next row on this page of the list. */
  before: string | undefined;
  after: string | undefined;
  /** Measure word of the rows: 位 or 条. */
  measure: string;
};

/** The footer of a detail: previous and next row, and the actions. Deleting is only possible in the list. */
export const DetailBar = ({ actions, before, after, measure }: Props) => {
  const navigate = useNavigate();
  // Replaces the history entry, so that Back closes the detail after any number of steps.
  const step = (label: string, end: string, href: string | undefined) => (
    <ActionButton
      label={label}
      type="text"
      reason={href === undefined ? `已是本页${end}` : undefined}
      run={() => void navigate(href!, { replace: true })}
    />
  );
  return (
    <Toolbar label="详情操作" className="detail-bar">
      {step(`上一${measure}`, '第一条', before)}
      {step(`下一${measure}`, '最后一条', after)}
      <span className="detail-space" />
      {actions
        .filter(({ isDanger, isRare }) => !isDanger && !isRare)
        .map(({ href, run, ...action }) => (
          <ActionButton
            key={action.label}
            {...action}
            type={action.label === '编辑' ? 'primary' : 'default'}
            run={() => (href === undefined ? run?.() : void navigate(href))}
          />
        ))}
    </Toolbar>
  );
};
