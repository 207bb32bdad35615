import { useQuery } from '@tanstack/react-query';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { reading } from '../../lib/query-client.ts';

/** Whether a cycle covers who has which file, and how that stands for the reader. */
export const useMapping = (cycleId: number) => {
  const { data } = useQuery({
    ...reading(mappingApi.read, { query: { cycleId } }),
    // A consent of somebody else comes, and ends, without anything being done here.
    refetchInterval: 30_000,
  });
  return {
    mapping: data,
    isCovered: data?.isCovered ?? false,
    isHidden: data !== undefined && data.isCovered && data.validUntil === null,
  };
};
