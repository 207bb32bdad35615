import type { ReviewDesk, ReviewTask } from '@zhiping/shared/contracts/review.ts';

/** What a file is called on a desk: by its bag, and where names are open by its applicant too. */
export const fileTitle = (file: ReviewDesk | ReviewTask): string => {
  if ('view' in file)
    return file.view === 'expertOpen' && file.person ? `${file.bagNo} ${file.person.name}` : file.bagNo;
  return file.blind ? file.bagNo : `${file.bagNo} ${file.name}`;
};
