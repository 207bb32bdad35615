import { OwnExpertWrite, profileLabels, type OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { z } from 'zod';

/** What an expert checks, as it stands on the screen: any part may be missing or wrong until he confirms. */
export const Profile = z.object({
  name: z.string(),
  gender: z.string().nullable(),
  birthDate: z.string().nullable(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  schoolId: z.number().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subjects: z.array(
    z.object({ path: z.array(z.string()), fullName: z.string(), keywords: z.array(z.string()) }),
  ),
});
export type Profile = z.output<typeof Profile>;
export type ProfileField = keyof Profile;

export const groupKeys = ['basic', 'unit', 'subjects', 'contact'] as const;
export type GroupKey = (typeof groupKeys)[number];

export const groups: Record<GroupKey, { title: string; fields: readonly ProfileField[] }> = {
  basic: {
    title: '基本信息',
    fields: ['name', 'gender', 'birthDate', 'titleSeries', 'titleLevel', 'titleName'],
  },
  unit: { title: '所属单位', fields: ['schoolId', 'department'] },
  subjects: { title: '学科专业', fields: ['subjects'] },
  contact: { title: '联系方式', fields: ['phone', 'email'] },
};

const fields = Object.keys(profileLabels) as ProfileField[];

/** The record as its owner wants it: a change that waits for the office is gone on from. */
export const profileOf = (own: OwnExpert): Profile =>
  Profile.parse({ ...own, ...(own.change?.status === 'waiting' ? own.change.form : {}) });

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** An empty text and a missing one are the same to the reader. */
const isSame = (field: ProfileField, a: Profile, b: Profile) => same(a[field] || null, b[field] || null);

export const differingFields = (a: Profile, b: Profile): ProfileField[] =>
  fields.filter((field) => !isSame(field, a, b));

export type FieldProblem = { field: ProfileField; message: string };

/** Messages for choices, of which the schema only knows that they are wrong. */
export const emptyMessages: Partial<Record<ProfileField, string>> = {
  gender: '请选择性别',
  birthDate: '请填写出生日期',
  titleSeries: '请选择职称系列',
  titleLevel: '请选择职称层级',
  titleName: '请填写职称名称',
  schoolId: '请选择学校',
};

/** What must be mended before a group can be confirmed. */
export const problemsOf = (profile: Profile, group: GroupKey): FieldProblem[] =>
  groups[group].fields.flatMap((field) => {
    const parsed = OwnExpertWrite.shape[field].safeParse(profile[field]);
    if (parsed.success) return [];
    const message = (profile[field] ? undefined : emptyMessages[field]) ?? parsed.error.issues[0]!.message;
    return [{ field, message }];
  });

/** What must be mended because the catalogues have gone on since a subject was chosen. */
export const goneSubjects = (
  { subjects }: Profile,
  {
    isCurrent,
    nameOf,
  }: { isCurrent: (path: string[]) => boolean; nameOf: (path: string[]) => string | null },
): string[] =>
  subjects
    .filter(({ path }) => !isCurrent(path))
    .map(({ path, fullName }) => `学科「${nameOf(path) ?? fullName}」已不在现行目录中，请移除后重新选择`);

/** The group that holds a field of the server's answer, such as `subjects.0`. */
export const groupOfField = (name: string): GroupKey | undefined =>
  groupKeys.find((key) => groups[key].fields.some((field) => field === name.split('.')[0]));
