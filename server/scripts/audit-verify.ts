import { parseArgs } from 'node:util';
import { verifyAudit } from '../src/platform/audit/verify-audit.ts';
import { createDb, createPool } from '../src/platform/database/db.ts';
import { openDatabase, runTool } from './open-database.ts';

/** npm run audit:verify -- [--head position:hash]…: exit code 1 and what is wrong when the chain is not what was noted. */
await runTool(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true, default: [] } } });
  const { config, connection, close } = await openDatabase();
  const pool = createPool(connection, 1);
  try {
    const { isIntact, lines } = await verifyAudit(createDb(pool), config.DATA_DIR, values.head);
    for (const line of lines) (isIntact ? console.log : console.error)(line);
    return isIntact ? 0 : 1;
  } finally {
    await pool.end();
    await close();
  }
});
