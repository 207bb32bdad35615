/** Limits of a child process that opens files of users (decision 0062). */
export type HelperLimits = {
  /** Time of a core for one job, which a busy machine does not stretch. */
  cpuMs: number;
  /** Looks in a row at which it did not compute. */
  idleLooks: number;
  residentBytes: number;
  heapMegabytes: number;
  /** By the clock, from one message to the next, for a process that nothing else ends. A good file on a busy machine takes minutes. */
  silentMs: number;
};

/** A look each so often. On a busy machine looks come late, as does what they look at. */
export const LOOK_MS = 15;

export const looksIn = (ms: number) => Math.ceil(ms / LOOK_MS);
