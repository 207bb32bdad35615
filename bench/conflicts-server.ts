import { setInterval } from 'node:timers';
import type pg from 'pg';
import { startProduct } from './start-product.ts';

/**
 * The product as a process of its own: on a database that it sets up, or as another node on the database of a running
 * one, where it takes the work (the first one too, with 'work'). Prints its port, a token and its database; on request,
 * the memory it took.
 */
const existing = process.argv[2] ? (JSON.parse(process.argv[2]) as pg.ClientConfig) : undefined;
const takesWork = existing !== undefined || process.argv[3] === 'work';
const product = await startProduct(existing, takesWork ? { pollMs: 100 } : undefined);

let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50).unref();
process.on('message', (message) => {
  if (message === 'reset') peak = 0;
  else process.send?.({ peak });
});
process.send?.({
  port: product.port,
  token: await product.tokenOf('office'),
  connection: product.connection,
});
process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
