export type RenamedSubject = { path: string[]; fullName: string };

/** Schools by the id that is to go, and subjects by their joined path, each with what takes its place. */
export type Renaming = {
  schools: ReadonlyMap<number, number>;
  subjects: ReadonlyMap<string, RenamedSubject>;
};
