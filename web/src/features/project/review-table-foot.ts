import { isInWork, type ProjectState, projectStates } from '@zhiping/shared/rules/project/states.ts';

/** Fields of a project that decide whether its table is the submitted one. */
export type Printed = { state: ProjectState } & (
  | { view: 'applicant'; snapshots: readonly { hash: string }[] }
  | { view: 'school' | 'office'; snapshot: { hash: string } }
);

const HASH_SHOWN = 16;

/** Whether the submission counts: the project is neither withdrawn nor being corrected. */
const counts = (state: ProjectState) => !isInWork(state) && state !== 'withdrawn';

/** Checkers always see the submitted version, applicants only while they cannot change it. */
const hashOf = (project: Printed): string | undefined => {
  if (project.view !== 'applicant') return project.snapshot.hash;
  return counts(project.state) ? project.snapshots[0]?.hash : undefined;
};

/** The foot of each page: the hash of the printed version, and whether it counts. */
export const footOf = (project: Printed): string => {
  const hash = hashOf(project);
  const { state } = project;
  return [
    hash && `校验 ${hash.slice(0, HASH_SHOWN)}`,
    !counts(state) && `${projectStates[state]}，不作正式材料`,
  ]
    .filter(Boolean)
    .join('　');
};
