/** Time in ms within which the user's own change may come back as a message, including a slow node. */
const ECHO_MS = 5000;

let runningWrites = 0;
let endedAt = -Infinity;

/** Marks a call as a change by this page while it runs. */
export const trackOwnWrite = async <T>(write: Promise<T>): Promise<T> => {
  runningWrites += 1;
  try {
    return await write;
  } finally {
    runningWrites -= 1;
    endedAt = performance.now();
  }
};

/** Whether an incoming message may be caused by a change of this page. */
export const hasJustWritten = () => runningWrites > 0 || performance.now() - endedAt < ECHO_MS;
