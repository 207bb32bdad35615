/** What is wrong with an archive or its target, for the person who restores. */
export class RestoreError extends Error {}
