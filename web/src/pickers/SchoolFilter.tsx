import { FilterChip, useIsChip } from '../kit/list/filters/FilterChip.tsx';
import type { List } from '../kit/list/list.ts';
import { SchoolSelect } from './SchoolSelect.tsx';
import { useSchools } from './use-schools.ts';

type Props = {
  list: List<unknown> & { query: { schoolId?: number | undefined } };
  label?: string;
  among?: readonly number[] | null;
};

const SchoolChip = ({ list, label }: { list: Props['list']; label: string }) => {
  const { schoolId } = list.query;
  const { data: schools } = useSchools({ enabled: schoolId !== undefined });
  return (
    <FilterChip
      label={label}
      text={schools?.find(({ id }) => id === schoolId)?.name}
      onRemove={() => list.set({ schoolId: undefined })}
    />
  );
};

export const SchoolFilter = ({ list, label = '单位', among }: Props) =>
  useIsChip() ? (
    <SchoolChip list={list} label={label} />
  ) : (
    <SchoolSelect
      allowClear
      aria-label={label}
      placeholder={label}
      among={among}
      value={list.query.schoolId ?? null}
      onChange={(schoolId) => list.set({ schoolId })}
    />
  );
