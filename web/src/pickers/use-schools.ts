import { useQuery } from '@tanstack/react-query';
import { SCHOOL_CACHE_MS } from '@zhiping/shared/constants.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { reading } from '../lib/query-client.ts';

/** Every enabled school, by name only, once they are wanted. */
export const useSchools = ({ enabled = true } = {}) =>
  useQuery({ ...reading(schoolApi.all), staleTime: SCHOOL_CACHE_MS, enabled });
