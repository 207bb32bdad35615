/** A prime, so that consecutive projects begin far apart. */
const STEP = 7919;

/**
 * `count` different places of a list, evenly spread, beginning elsewhere for each project; all places of a shorter one.
 */
export function* spreadOver(length: number, count: number, file: number): Generator<number> {
  const wanted = Math.min(length, count);
  const begin = ((file * STEP) % 1000) / 1000;
  for (let at = 0; at < wanted; at += 1) yield Math.floor(((at + begin) * length) / wanted);
}
