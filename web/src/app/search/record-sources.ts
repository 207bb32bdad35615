import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { call, type Answer } from '../../lib/api.ts';
import { hasPermission } from '../../lib/permission.ts';
import type { Entry } from './entries.ts';

/** Hits per kind; the list of the kind has more. */
const HITS = 4;

type Hit = { id: number; label: string; note?: string | null | undefined };
type Source = {
  group: string;
  component: string;
  api: Endpoint;
  hitOf: (row: never) => Hit;
};

const source = <E extends Endpoint>(
  group: string,
  component: string,
  api: E,
  hitOf: (row: Answer<E> extends { content: (infer Row)[] } ? Row : never) => Hit,
): Source => ({ group, component, api, hitOf });

const sources: readonly Source[] = [
  source('专家', 'expert/index', expertPoolApi.list, ({ id, name, schoolName }) => ({
    id,
    label: name,
    note: schoolName,
  })),
  source('教师', 'teacher/index', teacherApi.list, ({ id, name, schoolName }) => ({
    id,
    label: name,
    note: schoolName,
  })),
  source('用户', 'system/user/index', userApi.list, ({ id, nickName, username }) => ({
    id,
    label: nickName,
    note: username,
  })),
  source('学校', 'school/index', schoolApi.list, ({ id, name, chain }) => ({ id, label: name, note: chain })),
  source('学科', 'subject/index', subjectApi.list, ({ subjectId, fullName }) => ({
    id: subjectId,
    label: fullName,
  })),
  source('公告', 'article/index', articleApi.list, ({ id, title }) => ({ id, label: title })),
];

const isReadable = ({ access }: Endpoint) => access === 'signedIn' || hasPermission([access as Permission]);

/** Searches the lists whose pages the reader has, so that the hits are limited to what those lists show. */
export const findRecords = async (
  text: string,
  pathsOfPages: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Entry[]> => {
  const found = await Promise.allSettled(
    sources.map(async ({ group, component, api, hitOf }) => {
      const page = pathsOfPages.get(component);
      if (page === undefined || !isReadable(api)) return [];
      const query = { blurry: text, page: 0, size: HITS };
      const { content } = (await call<Endpoint>(api, { query, signal, quiet: true } as object)) as {
        content: never[];
      };
      return content.map(hitOf).map(({ id, label, note }) => ({
        key: `${component}:${id}`,
        label,
        group,
        note: note ?? undefined,
        path: `${page}?view=${id}`,
      }));
    }),
  );
  signal.throwIfAborted();
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};
