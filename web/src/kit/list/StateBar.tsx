import { Link, useSearchParams } from 'react-router';
import { patchParams } from '../../lib/list-state.ts';
import './state-bar.css';

type StateBarProps<State extends string> = {
  /** What is counted, for readers of the screen. */
  label: string;
  states: Readonly<Record<State, string>>;
  /** Absent while it is on its way. */
  counts: readonly { state: State; count: number }[] | undefined;
  current: State | undefined;
};

/** How many rows stand where, each a link to these; where none stands is not worth a look. */
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
