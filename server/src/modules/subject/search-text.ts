import { searchTextOf } from '../../platform/pinyin.ts';

type Line = {
  subjectCategory: string;
  professionalCategoryCode: string;
  professionalCategory: string;
  professionalClassCode: string | null;
  professionalClass: string | null;
};

/** A subject is found by its own name, those above it and its code. */
export const subjectSearchText = (subject: Line): string =>
  searchTextOf(
    subject.professionalClass ?? subject.professionalCategory,
    subject.professionalClassCode ?? subject.professionalCategoryCode,
    subject.professionalClass ? subject.professionalCategory : null,
    subject.subjectCategory,
  );
