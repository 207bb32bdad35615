import {
  OwnExpertWrite,
  profileLabels,
  profileParts,
  type OwnExpert,
  type PartKey,
} from '@zhiping/shared/contracts/expert.ts';
import { z } from 'zod';
import { cleanRows, comparableRows, PeriodRow } from './periods.ts';

/** The profile while an expert checks it: any part may be missing or wrong until the confirmation. */
export const Profile = z.object({
  name: z.string(),
  gender: z.string().nullable(),
  birthDate: z.string().nullable(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  schoolId: z.number().nullable(),
  department: z.string().nullable(),
  affiliations: z.array(PeriodRow),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subjects: z.array(
    z.object({ path: z.array(z.string()), fullName: z.string(), keywords: z.array(z.string()) }),
  ),
  /** Takes effect as soon as it is saved, without a confirmation. */
  unavailability: z.array(PeriodRow),
});
export type Profile = z.output<typeof Profile>;
export type ProfileField = keyof Profile;
/** A field that is checked and confirmed. */
export type CheckedField = Exclude<ProfileField, 'unavailability'>;

export type GroupKey = PartKey;
export const groups: Record<GroupKey, { title: string; fields: readonly CheckedField[] }> = profileParts;
export const groupKeys = Object.keys(profileParts) as [GroupKey, ...GroupKey[]];

export const fieldLabels: Record<ProfileField, string> = { ...profileLabels, unavailability: '不可参评时间' };
const fields = Object.keys(fieldLabels) as ProfileField[];

/** The record as its owner wants it: changes that wait for the office are applied. */
export const profileOf = (own: OwnExpert): Profile => {
  const waiting = own.changes.filter(({ status }) => status === 'waiting').map(({ form }) => form);
  return Profile.parse(Object.assign({}, own, ...waiting));
};

const isPeriods = (field: ProfileField) => field === 'affiliations' || field === 'unavailability';

/** A field in comparable form: an empty and a missing text are equal. */
const comparable = (field: ProfileField, profile: Profile) =>
  isPeriods(field) ? comparableRows(field, profile[field]) : JSON.stringify(profile[field] || null);

export const differingFields = (a: Profile, b: Profile): ProfileField[] =>
  fields.filter((field) => comparable(field, a) !== comparable(field, b));

/** Whether anything differs that needs the confirmation or the office. */
export const isCorrected = (a: Profile, b: Profile) =>
  differingFields(a, b).some((field) => field !== 'unavailability');

/** A profile in the form in which it is sent. */
export const writeOf = ({ affiliations, ...profile }: Profile, version: number) =>
  OwnExpertWrite.parse({ ...profile, affiliations: cleanRows(affiliations), version });

type FieldProblem = { field: ProfileField; message: string };

/** Messages for choices, where the schema only reports an invalid value. */
export const emptyMessages: Partial<Record<ProfileField, string>> = {
  gender: '请选择性别',
  birthDate: '请填写出生日期',
  titleSeries: '请选择职称系列',
  titleLevel: '请选择职称层级',
  titleName: '请填写职称名称',
  schoolId: '请选择学校',
};

const messageOf = (field: CheckedField, profile: Profile, { path, message }: z.core.$ZodIssue) => {
  if (field === 'affiliations' && typeof path[0] === 'number')
    return `${fieldLabels[field]}第 ${path[0] + 1} 条：${message}`;
  return (profile[field] ? undefined : emptyMessages[field]) ?? message;
};

/** Problems that must be corrected before a group can be confirmed. */
export const problemsOf = (profile: Profile, group: GroupKey): FieldProblem[] =>
  groups[group].fields.flatMap((field) => {
    const value = field === 'affiliations' ? cleanRows(profile.affiliations) : profile[field];
    const parsed = OwnExpertWrite.shape[field].safeParse(value);
    return parsed.success ? [] : [{ field, message: messageOf(field, profile, parsed.error.issues[0]!) }];
  });

/** Problems with subjects that are no longer in the current catalogues. */
export const missingSubjects = (
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
