/**
 * The environment of a program of ours that opens other people's files: none of our settings, which hold secrets, but where
 * Node keeps what it has compiled, so that it is ready several times sooner (scripts/keep-compiled.ts).
 */
export const helperEnv = (): NodeJS.ProcessEnv => {
  // oxlint-disable-next-line node/no-process-env -- A setting of Node itself.
  const { NODE_COMPILE_CACHE } = process.env;
  return { NODE_COMPILE_CACHE };
};
