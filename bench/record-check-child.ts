import type pg from 'pg';
import { verifyChain } from '../server/src/platform/audit/audit-chain.ts';
import { createDb, createPool } from '../server/src/platform/database/db.ts';
import { runChecks } from '../server/src/modules/record-check/run-checks.ts';

/** Verifies chain and rows in a process of its own, so that its memory is known; answers seconds and megabytes. */
const run = async (connection: pg.ClientConfig) => {
  const pool = createPool(connection, 1);
  const db = createDb(pool);
  const begun = performance.now();
  const chain = await verifyChain(db);
  const chained = performance.now();
  const results = await runChecks(db);
  const ended = performance.now();
  await pool.end();
  process.send?.({
    chain,
    results: results.map(({ findings: _findings, ...figures }) => figures),
    seconds: { chain: (chained - begun) / 1000, rows: (ended - chained) / 1000 },
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  });
};
process.once('message', (connection: pg.ClientConfig) => void run(connection));
