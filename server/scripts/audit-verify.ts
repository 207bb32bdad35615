import { verifyChain } from '../src/platform/audit/audit-chain.ts';
import { createDb, createPool } from '../src/platform/database/db.ts';
import { openDatabase, runTool } from './open-database.ts';

/** npm run audit:verify: exit code 1 and the first bad event when the chain is broken. */
await runTool(async () => {
  const { connection, close } = await openDatabase();
  const pool = createPool(connection, 1);
  try {
    const state = await verifyChain(createDb(pool));
    if (state.intact) {
      console.log(`审计链完整：${state.events} 个事件，链头 ${state.head}，待封存 ${state.unsealed} 个`);
      return 0;
    }
    console.error(
      `审计链损坏：第 ${state.position} 个位置，事件 ${state.seq ?? '（未知）'}：${state.problem}`,
    );
    return 1;
  } finally {
    await pool.end();
    await close();
  }
});
