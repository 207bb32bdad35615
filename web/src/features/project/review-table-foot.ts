import { isInWork, type ProjectState, projectStates } from '@zhiping/shared/rules/project-states.ts';

/** What of an application says whether its table is the one that was handed in. */
export type Printed = { state: ProjectState } & (
  | { view: 'applicant'; snapshots: readonly { hash: string }[] }
  | { view: 'school' | 'office'; snapshot: { hash: string } }
);

const HASH_SHOWN = 16;

/** Given up or being mended: what was handed in is not what counts. */
const counts = (state: ProjectState) => !isInWork(state) && state !== 'withdrawn';

/** Those who check see what was handed in, the applicant only while he cannot change it. */
const hashOf = (project: Printed): string | undefined => {
  if (project.view !== 'applicant') return project.snapshot.hash;
  return counts(project.state) ? project.snapshots[0]?.hash : undefined;
};

/** The line at the foot of each page: the hash of what is printed, and whether it counts. */
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
