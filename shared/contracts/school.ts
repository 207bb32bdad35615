import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { flag, id, searchText } from '../schemas.ts';

export const School = z.object({
  id: z.number(),
  pid: z.number(),
  name: z.string(),
  code: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  /** 主管部门. */
  department: z.string().nullable(),
  level: z.string().nullable(),
  note: z.string().nullable(),
  enabled: z.boolean(),
});
export type School = z.output<typeof School>;

export const SchoolOption = z.object({ id: z.number(), pid: z.number(), name: z.string() });

export const schoolApi = {
  list: endpoint('GET', '/api/school', {
    summary: '学校列表',
    access: 'school:list',
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      pid: id.optional(),
      /** Name, code, pinyin or its initials. */
      blurry: searchText.optional(),
      province: z.string().trim().max(50).optional(),
      level: z.string().trim().max(50).optional(),
      enabled: flag.optional(),
    }),
    result: pageOf(School),
  }),
  /** The public register of institutions: names only, the same for every session. */
  all: endpoint('GET', '/api/school/all', {
    summary: '全部学校（选择用）',
    access: 'signedIn',
    result: z.array(SchoolOption),
  }),
};
