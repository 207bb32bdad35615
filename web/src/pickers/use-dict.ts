import { useQuery } from '@tanstack/react-query';
import { DICT_CACHE_MS, DICT_PAGE_SIZE } from '@zhiping/shared/constants.ts';
import { dictApi, type DictDetail } from '@zhiping/shared/contracts/dict.ts';
import { reading } from '../lib/query-client.ts';

const none: readonly DictDetail[] = [];

/** The entries of a dictionary, in its order. */
export const useDict = (dictName: string) => {
  const { data, isPending } = useQuery({
    ...reading(dictApi.details, { query: { dictName, page: 0, size: DICT_PAGE_SIZE } }),
    staleTime: DICT_CACHE_MS,
  });
  const details = data?.content ?? none;
  return {
    isPending,
    details,
    options: details.map(({ value, label }) => ({ value, label })),
    /**
     * Returns an unknown value as it is, but an empty string while the dictionary loads, so that no raw code appears.
     */
    labelOf: (value: string) =>
      details.find((detail) => detail.value === value)?.label ?? (isPending ? '' : value),
  };
};
