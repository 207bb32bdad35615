import type { AssignedFile } from '@zhiping/shared/contracts/assignment.ts';
import { FilterChip, useIsChip } from '../../kit/list/filters/FilterChip.tsx';
import type { List } from '../../kit/list/list.ts';

type Props = { list: List<AssignedFile> & { query: { expertId?: number | undefined } } };

/** The expert whose files are shown. He is chosen on the page of progress, and here only taken away again. */
export const ExpertChip = ({ list }: Props) => {
  const isChip = useIsChip();
  const { expertId } = list.query;
  if (!isChip || expertId === undefined) return null;
  const found = list.rows.flatMap(({ experts }) => experts).find((one) => one.expertId === expertId);
  return (
    <FilterChip
      label="专家"
      text={found?.name ?? '所选专家'}
      onRemove={() => list.set({ expertId: undefined })}
    />
  );
};
