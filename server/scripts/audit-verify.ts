import { parseArgs } from 'node:util';
import { verifyAudit } from '../src/platform/audit/verify-audit.ts';
import { createDb, createPool } from '../src/platform/database/db.ts';
import { createFileStore } from '../src/platform/files/create-file-store.ts';
import { storedFilesCheck } from '../src/modules/record-check/stored-files.check.ts';
import { inWords, runChecks } from '../src/modules/record-check/run-checks.ts';
import { openDatabase, runTool } from './open-database.ts';

/**
 * npm run audit:verify -- [--head position:hash]… [--files]: verifies the chain, then compares what is stored with what its
 * events say, with `--files` also every byte of the stored files. Exit code 1 and what is wrong where either is not what was
 * recorded.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: {
      head: { type: 'string', multiple: true, default: [] },
      files: { type: 'boolean', default: false },
    },
  });
  const { config, connection, close } = await openDatabase();
  const pool = createPool(connection, 1);
  try {
    const db = createDb(pool);
    const { isIntact, lines } = await verifyAudit(db, config.DATA_DIR, values.head);
    for (const line of lines) (isIntact ? console.log : console.error)(line);
    if (!isIntact) return 1;
    const results = await runChecks(db, {
      progress: (name, compared) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${name}：${compared} 条\u001B[K`);
      },
      further: values.files ? [storedFilesCheck(createFileStore(config))] : [],
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
    const isVouched = results.every(({ wrong }) => wrong === 0);
    for (const line of inWords(results)) (isVouched ? console.log : console.error)(line);
    return isVouched ? 0 : 1;
  } finally {
    await pool.end();
    await close();
  }
});
