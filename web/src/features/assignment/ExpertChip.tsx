import type { AssignedFile } from '@zhiping/shared/contracts/assignment.ts';
import { FilterChip, useIsChip } from '../../kit/list/filters/FilterChip.tsx';
import type { List } from '../../kit/list/list.ts';

type Props = { list: List<AssignedFile> & { query: { expertId?: number | undefined } } };

/**
 * Shows the expert that the list is filtered by. The filter is set on the progress page and can only be removed here.
 */
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
