import { z } from 'zod';
import { Ids } from '../endpoint.ts';
import { type IdNumberProblem, idNumberProblem, normalIdNumber } from '../rules/person/id-number.ts';
import { maskIdCardsIn } from '../rules/person/mask.ts';
import { subjectPath } from '../rules/subject/path.ts';
import {
  idOr,
  flag,
  id,
  MAX_TYPED,
  numeric,
  optionalText,
  personName,
  plainGroups,
  text,
  version,
} from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';
import { SubjectPath } from './expert.ts';

/** Fields of an expert that the office and schools write. */

const idCardMessages = {
  form: '请输入正确的身份证号码',
  region: '身份证号码的地区代码有误',
  date: '身份证号码的出生日期有误',
  check: '身份证号码的校验位有误',
};

/** A spreadsheet that took the number for a quantity has lost its end. */
const isQuantity = (value: string) => /^\d(\.\d+)?E\+\d+$/i.test(value);

const messageOf = (problem: IdNumberProblem, value: string) =>
  isQuantity(value)
    ? '身份证号码在表格中成了数值，末几位已丢失，请把单元格设为文本后重新填写'
    : idCardMessages[problem];

/** An identity number in the form under which one person is stored once. */
export const idCard = z
  .string({ error: '请输入身份证号码' })
  .max(MAX_TYPED, '请输入正确的身份证号码')
  .pipe(z.string().overwrite(plainGroups).min(1, '请输入身份证号码'))
  .transform((value, context): string => {
    const problem = idNumberProblem(value, new Date());
    const normal = problem ? null : normalIdNumber(value);
    if (normal) return normal;
    context.addIssue({
      code: 'custom',
      message: problem ? messageOf(problem, value) : '15 位身份证号码无法确定出生年份，请使用 18 位号码',
      params: { problem: problem ?? 'form' },
    });
    return z.NEVER;
  });

const asPath = (value: unknown): unknown => {
  if (Array.isArray(value)) return { path: value };
  const parts = value as Record<string, unknown> | null;
  if (typeof parts !== 'object' || parts === null || 'path' in parts) return value;
  const { subjectCatalog, professionalCategoryCode, professionalClassCode } = parts;
  if (typeof subjectCatalog !== 'string' || typeof professionalCategoryCode !== 'string') return value;
  const classCode = typeof professionalClassCode === 'string' ? professionalClassCode : null;
  return {
    ...parts,
    path: subjectPath({ subjectCatalog, professionalCategoryCode, professionalClassCode: classCode }),
  };
};

/** A subject as its path, or as the three codes that the specification derives from it (§3). */
const SubjectChoice = z.preprocess(
  asPath,
  z.object({
    path: SubjectPath,
    keywords: z.array(text('关键词', 30)).max(10, '关键词最多 10 个').default([]),
  }),
);

export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    schema.nullish().transform((value) => value ?? null),
  );

const written: ReadonlyMap<unknown, boolean> = new Map([
  ['是', true],
  ['否', false],
  ['true', true],
  ['false', false],
  ['TRUE', true],
  ['FALSE', false],
]);

/** A boolean that a sheet writes as 是 or 否. */
const yesOrNo = (label: string) =>
  z.preprocess((value) => written.get(value) ?? value, z.boolean({ error: `${label}只能是「是」或「否」` }));

/**
 * The office's fields of an expert; the expert completes them on confirmation. The birth date is part of the identity
 * number.
 */
const expertFields = {
  name: personName,
  gender: optional(Gender),
  phone: mobilePhone,
  email: optional(email),
  schoolId: z.preprocess((value) => (value === null || value === '' ? undefined : value), idOr('请输入学校')),
  department: optionalText('院系或部门', 100),
  titleSeries: optionalText('职称系列', 50),
  titleLevel: optionalText('职称层级', 50),
  titleName: optionalText('职称名称', 50),
  subjects: z.array(SubjectChoice).max(3, '最多选择三个学科').default([]),
  retired: yesOrNo('已退休').default(false),
  maxLoad: optional(
    numeric(
      z
        .number({ error: '最大承担量必须是数字' })
        .int('最大承担量必须是整数')
        .min(0, '最大承担量不能小于 0')
        .max(200, '最大承担量不能大于 200'),
    ),
  ),
  note: optionalText('备注', 500),
};

export const ExpertCreate = z.object({ ...expertFields, idCard });
/** Without an identity number the stored one stays. */
export const ExpertUpdate = z.object({
  ...expertFields,
  idCard: z.preprocess((value) => value || undefined, idCard.optional()),
  id,
  version,
});

/** Kept for good and read by others: no identity number stays whole in it. */
export const reason = text('原因', 200).transform(maskIdCardsIn);

/** Either one expert or several. */
const targets = {
  id: id.optional(),
  ids: Ids.optional(),
};
const idsOf = <T extends { id?: number | undefined; ids?: number[] | undefined }>(
  { id: one, ids, ...rest }: T,
  context: z.RefinementCtx,
) => {
  const all = [...new Set([...(ids ?? []), ...(one === undefined ? [] : [one])])];
  if (all.length === 0) context.addIssue({ code: 'custom', path: ['ids'], message: '请选择专家' });
  return { ...rest, ids: all };
};

export const rating = numeric(
  z.number({ error: '请选择评级' }).int('评级必须是整数').min(0, '评级应为 0 到 5').max(5, '评级应为 0 到 5'),
);

export const RatingWrite = z.object({ ...targets, rating, reason }).transform(idsOf);
export const EnabledWrite = z.object({ ...targets, enabled: flag, reason }).transform(idsOf);
