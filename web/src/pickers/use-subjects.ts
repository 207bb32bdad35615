import { queryOptions, useQuery } from '@tanstack/react-query';
import { SUBJECT_CACHE_MS, SUBJECT_PAGE_SIZE } from '@zhiping/shared/constants.ts';
import { subjectApi, type Subject } from '@zhiping/shared/contracts/subject.ts';
import { call } from '../lib/api.ts';

const fetchAll = async (signal: AbortSignal): Promise<Subject[]> => {
  const subjects: Subject[] = [];
  for (let page = 0; ; page++) {
    const query = { page, size: SUBJECT_PAGE_SIZE };
    const { content, totalElements } = await call(subjectApi.list, { query, signal });
    subjects.push(...content);
    if (subjects.length >= totalElements || content.length === 0) return subjects;
  }
};

const allSubjects = queryOptions({
  queryKey: [subjectApi.list.path, 'all'],
  queryFn: ({ signal }) => fetchAll(signal),
  staleTime: SUBJECT_CACHE_MS,
});

/** All subjects; fetched once `enabled`. */
export const useSubjects = ({ enabled = true } = {}) => useQuery({ ...allSubjects, enabled });
