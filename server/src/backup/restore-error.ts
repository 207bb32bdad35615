/** Problem of an archive or its target, for the operator. */
export class RestoreError extends Error {}

/** The origin of an archive is not proven; the operator may take it all the same. */
export class SignatureError extends RestoreError {}
