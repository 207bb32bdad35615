/**
 * Specification §3: the path of a subject is its catalogue, the 2-character category, the 4-character professional
 * category and, if it is a class, `catalogue_classcode`. Pickers, profiles and filters speak in paths.
 */
export type SubjectKey = {
  subjectCatalog: string;
  professionalCategoryCode: string;
  professionalClassCode: string | null;
};

const categoryCode = /^\d{4}$/;
const classCode = /^\d{6,7}(T|K|TK)?$/;

/** Whether this is the form of the code of a professional category. */
export const isCategoryCode = (code: string) => categoryCode.test(code);
/** Whether this is the form of the code of a class: 6 or 7 digits, and T, K or TK for special ones. */
export const isClassCode = (code: string) => classCode.test(code);

/** The path of a code within its catalogue: 4 digits are a professional category, more a class of it. */
export const pathOfCode = (subjectCatalog: string, code: string): string[] =>
  subjectPath({
    subjectCatalog,
    professionalCategoryCode: code.slice(0, 4),
    professionalClassCode: code.length > 4 ? code : null,
  });

export const subjectPath = ({
  subjectCatalog,
  professionalCategoryCode,
  professionalClassCode,
}: SubjectKey): string[] => {
  const path = [subjectCatalog, professionalCategoryCode.slice(0, 2), professionalCategoryCode];
  return professionalClassCode ? [...path, `${subjectCatalog}_${professionalClassCode}`] : path;
};

/** The subject that a path names, or null when its parts contradict each other. */
export const subjectOfPath = (path: readonly string[]): SubjectKey | null => {
  const [subjectCatalog, category, professionalCategoryCode, last] = path;
  if (!subjectCatalog || !professionalCategoryCode || path.length > 4) return null;
  if (!categoryCode.test(professionalCategoryCode) || professionalCategoryCode.slice(0, 2) !== category)
    return null;
  if (last === undefined) return { subjectCatalog, professionalCategoryCode, professionalClassCode: null };

  const prefix = `${subjectCatalog}_`;
  const professionalClassCode = last.slice(prefix.length);
  if (!last.startsWith(prefix) || !classCode.test(professionalClassCode)) return null;
  if (!professionalClassCode.startsWith(professionalCategoryCode)) return null;
  return { subjectCatalog, professionalCategoryCode, professionalClassCode };
};

export type SubjectNames = {
  subjectCategory: string;
  professionalCategory: string;
  professionalClass: string | null;
};

/** Catalogue, category, professional category and class, from the widest to the narrowest. */
export const subjectChain = (names: SubjectNames, catalogLabel: string): string[] =>
  [catalogLabel, names.subjectCategory, names.professionalCategory, names.professionalClass].filter(
    (name) => name !== null,
  );

export const subjectFullName = (names: SubjectNames, catalogLabel: string) =>
  subjectChain(names, catalogLabel).join(' - ');

/** A path as one text, as keys and addresses have it. */
export const pathKey = (path: readonly string[]) => path.join('/');
