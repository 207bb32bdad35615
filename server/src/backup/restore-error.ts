/** Problem of an archive or its target, for the operator. */
export class RestoreError extends Error {}
