import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { flag, id, searchText } from '../schemas.ts';

export const Subject = z.object({
  subjectId: z.number(),
  catalog: z.string(),
  subjectCategory: z.string(),
  subjectCategoryCode: z.string(),
  professionalCategory: z.string(),
  professionalCategoryCode: z.string(),
  professionalClass: z.string().nullable(),
  professionalClassCode: z.string().nullable(),
  enabled: z.boolean(),
  fullName: z.string(),
});
export type Subject = z.output<typeof Subject>;

export const subjectApi = {
  /** Reference data for every picker, hence for every session; the management page needs `subject:list`. */
  list: endpoint('GET', '/api/subject', {
    summary: '学科列表',
    access: 'signedIn',
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      catalog: z.string().trim().max(50).optional(),
      /** Category of 2 or professional category of 4 characters. */
      professionalCategoryCode: z
        .string()
        .trim()
        .regex(/^\d{2}(\d{2})?$/, '专业类代码应为 2 位或 4 位数字')
        .optional(),
      /** Name, code, pinyin or its initials. */
      blurry: searchText.optional(),
      enabled: flag.optional(),
    }),
    result: pageOf(Subject),
  }),
};
