import type { Subject } from '@zhiping/shared/contracts/subject.ts';

export const codeOf = (subject: Subject) => subject.professionalClassCode ?? subject.professionalCategoryCode;
export const nameOf = (subject: Subject) => subject.professionalClass ?? subject.professionalCategory;
