import { SelectFilter } from '../kit/list/filters/filters.tsx';
import type { List } from '../kit/list/list.ts';

type Props = {
  list: List<unknown> & { query: { cycleId?: number | undefined } };
  /** The cycles that the user may read. */
  cycles: readonly { id: number; name: string }[];
};

export const CycleFilter = ({ list, cycles }: Props) => (
  <SelectFilter
    list={list}
    name="cycleId"
    label="批次"
    options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
  />
);
