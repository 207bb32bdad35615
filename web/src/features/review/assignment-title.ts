import type { ReviewDesk, ReviewTask } from '@zhiping/shared/contracts/review.ts';

/** Title of an assignment: its bag number, and without blinding the applicant's name too. */
export const assignmentTitle = (file: ReviewDesk | ReviewTask): string => {
  if ('view' in file)
    return file.view === 'expertOpen' && file.person ? `${file.bagNo} ${file.person.name}` : file.bagNo;
  return file.blind ? file.bagNo : `${file.bagNo} ${file.name}`;
};
