import { useQuery } from '@tanstack/react-query';
import { SCHOOL_CACHE_MS } from '@zhiping/shared/constants.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { reading } from '../lib/query-client.ts';

/** All open schools, by id and name; fetched once `enabled`. */
export const useSchools = ({ enabled = true } = {}) =>
  useQuery({ ...reading(schoolApi.all), staleTime: SCHOOL_CACHE_MS, enabled });
