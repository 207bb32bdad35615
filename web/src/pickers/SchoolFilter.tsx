import type { List } from '../kit/list.ts';
import { SchoolSelect } from './SchoolSelect.tsx';

type Props = {
  list: List<unknown> & { query: { schoolId?: number | undefined } };
  label?: string;
  among?: readonly number[] | null;
};

export const SchoolFilter = ({ list, label = '单位', among }: Props) => (
  <SchoolSelect
    allowClear
    aria-label={label}
    placeholder={label}
    among={among}
    value={list.query.schoolId ?? null}
    onChange={(schoolId) => list.set({ schoolId })}
  />
);
