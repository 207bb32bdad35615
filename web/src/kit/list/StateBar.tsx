import { Link, useSearchParams } from 'react-router';
import { patchParams } from '../../lib/list-state.ts';
import './state-bar.css';

type StateBarProps<State extends string> = {
  /** Label of the navigation for screen readers. */
  label: string;
  states: Readonly<Record<State, string>>;
  /** Undefined while it loads. */
  counts: readonly { state: State; count: number }[] | undefined;
  current: State | undefined;
};

/** Row counts by state, each a link that filters the list. States without rows are left out. */
export const StateBar = <State extends string>({ label, states, counts, current }: StateBarProps<State>) => {
  const [params] = useSearchParams();
  const countOf = (state: State) => counts && (counts.find((one) => one.state === state)?.count ?? 0);
  const all = [
    { state: undefined, name: '全部', count: counts?.reduce((sum, { count }) => sum + count, 0) },
    ...(Object.keys(states) as State[]).map((state) => ({
      state,
      name: states[state],
      count: countOf(state),
    })),
  ];
  const shown = all.filter(({ state, count }) => count !== 0 || state === current || state === undefined);
  return (
    <nav className="state-bar" aria-label={label}>
      <ul>
        {shown.map(({ state, name, count }) => (
          <li key={name}>
            <Link
              to={`?${patchParams(params, { state })}`}
              aria-current={current === state ? 'true' : undefined}
            >
              <span>{name}</span>
              <strong>{count ?? '…'}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
