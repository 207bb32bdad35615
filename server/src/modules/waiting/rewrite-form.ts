import { z } from 'zod';
import { movedSubjects } from '../subject/moved-subjects.ts';
import { pathKey } from '../subject/subject.queries.ts';
import type { Renaming } from './renaming.ts';

const Subjects = z
  .array(z.looseObject({ path: z.array(z.string()), keywords: z.array(z.string()).default([]) }))
  .min(1);

const rewrittenSubjects = (subjects: z.output<typeof Subjects>, { subjects: renamed }: Renaming) => {
  const moves = new Map([...renamed].map(([key, { path }]) => [key, path]));
  const names = new Map([...renamed.values()].map(({ path, fullName }) => [pathKey(path), fullName]));
  return movedSubjects(subjects, moves).map((subject) => {
    const fullName = 'fullName' in subject && names.get(pathKey(subject.path));
    return fullName ? { ...subject, fullName } : subject;
  });
};

/**
 * A form with the schools and subjects that it names under their new names. Forms of drafts are whatever the page sent, so
 * they are known by the names of their fields, at any depth.
 */
export const rewrittenForm = (form: unknown, renaming: Renaming): unknown => {
  if (Array.isArray(form)) {
    const subjects = Subjects.safeParse(form);
    return subjects.success && subjects.data.some(({ path }) => renaming.subjects.has(pathKey(path)))
      ? rewrittenSubjects(subjects.data, renaming)
      : form.map((one) => rewrittenForm(one, renaming));
  }
  if (typeof form !== 'object' || form === null) return form;
  return Object.fromEntries(
    Object.entries(form).map(([field, value]) => [
      field,
      field === 'schoolId'
        ? (renaming.schools.get(value as number) ?? value)
        : rewrittenForm(value, renaming),
    ]),
  );
};
