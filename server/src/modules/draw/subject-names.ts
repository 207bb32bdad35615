/** Under which a first-level subject finds its name: two catalogues may use one code for different ones. */
export const subjectNameKey = ([catalog, , code]: readonly string[]): string => `${catalog} ${code}`;
