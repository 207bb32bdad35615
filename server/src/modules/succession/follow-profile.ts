import { movedSubjects } from './moved-subjects.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import type { Succession } from './succession.ts';

type Naming = {
  schoolId?: number | null | undefined;
  subjects?: { path: string[]; keywords: string[] }[] | undefined;
};

/** A profile, or a part of one, with the present school and subjects. */
export const followProfile = <P extends Naming>(
  { schools, subjectKey }: Succession,
  edition: number,
  profile: P,
): P => {
  const { schoolId, subjects } = profile;
  return {
    ...profile,
    ...(schoolId && { schoolId: schools.get(schoolId) ?? schoolId }),
    ...(subjects && {
      subjects: movedSubjects(subjects, (path) => subjectKey(pathKey(path), edition).split('/')),
    }),
  };
};
