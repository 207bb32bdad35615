import pg from 'pg';

/**
 * Loaded by a server process before anything else: it kills itself, as `kill -9` does, at the n-th statement after the first
 * one that contains a text. `KILL_AFTER` is the text, `KILL_AT` the number; 0 is that statement itself.
 */

const after = process.env['KILL_AFTER'] ?? '';
const at = Number(process.env['KILL_AT']);
let seen: number | null = null;

const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const { query } = prototype;
prototype.query = function counted(this: unknown, ...given: unknown[]) {
  const [statement] = given;
  const text = typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '');
  if (seen !== null) seen += 1;
  else if (text.includes(after)) seen = 0;
  if (seen === at) process.kill(process.pid, 'SIGKILL');
  return query.apply(this, given);
};
