/** Key of a first-level subject in the names: two catalogues may use one code for different subjects. */
export const subjectNameKey = ([catalog, , code]: readonly string[]): string => `${catalog} ${code}`;
