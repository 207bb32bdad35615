import { useQuery } from '@tanstack/react-query';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { reading } from '../../lib/query-client.ts';

/** Whether the cycle hides which expert reviews which project, and whether it is hidden from the reader now. */
export const useMapping = (cycleId: number) => {
  const { data } = useQuery({
    ...reading(mappingApi.read, { query: { cycleId } }),
    // Another officer confirms elsewhere, and the two hours end by themselves.
    refetchInterval: 30_000,
  });
  return {
    mapping: data,
    isCovered: data?.isCovered ?? false,
    isHidden: data !== undefined && data.isCovered && data.validUntil === null,
  };
};
