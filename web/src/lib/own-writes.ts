/** A change of one's own reaches the other parts of the system within this time, a slow node included. */
const ECHO_MS = 5000;

let underWay = 0;
let endedAt = -Infinity;

/** Marks a call of this page that changes something, as long as it takes. */
export const asOwnWrite = async <T>(write: Promise<T>): Promise<T> => {
  underWay += 1;
  try {
    return await write;
  } finally {
    underWay -= 1;
    endedAt = performance.now();
  }
};

/** Whether what is heard now may come of something that was done in this page. */
export const hasJustWritten = () => underWay > 0 || performance.now() - endedAt < ECHO_MS;
