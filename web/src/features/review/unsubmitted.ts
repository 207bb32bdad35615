/** Assignments that were written in this page and not submitted from it: if they are submitted, it was elsewhere. */
export const unsubmitted = new Set<number>();
