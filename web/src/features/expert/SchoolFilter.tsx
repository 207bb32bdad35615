import type { List } from '../../kit/list.ts';
import { SchoolSelect } from '../../pickers/SchoolSelect.tsx';

type Props = { list: List<unknown> & { query: { schoolId?: number | undefined } } };

export const SchoolFilter = ({ list }: Props) => (
  <SchoolSelect
    allowClear
    aria-label="单位"
    placeholder="单位"
    value={list.query.schoolId ?? null}
    onChange={(schoolId) => list.set({ schoolId })}
  />
);
