import { glob, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Db, createDb, createPool } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLocalStore } from '../platform/files/local-store.ts';
import type { Manifest } from './manifest.ts';
import { findNeeded, missingFrom } from './needed-contents.ts';
import { restoreBackup, type Target } from './restore-backup.ts';
import { withScratchDatabase } from './scratch-database.ts';
import { listContents, pathOf, type Stores } from './stored-files.ts';
import { withWorkDirectory } from './work-directory.ts';

type Options = Omit<Target, 'stores'> & {
  /** Verify what the restored rows say; returns problems. */
  verify: (db: Db) => Promise<{ problems: string[]; lines: string[] }>;
};

type Drill = { isGood: boolean; lines: string[] };

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} 秒`;

/**
 * Restore an archive into a database and a directory of their own, bring it up to date, verify it, and remove both. The
 * installation itself is not touched.
 */
export const drillRestore = (
  { connection, dataDir, identityKey, trust, verify }: Options,
  archive: string,
): Promise<Drill> =>
  withScratchDatabase(connection, async (scratch) => {
    await mkdir(dataDir, { recursive: true });
    // A drill that was killed could not remove its files.
    for await (const left of glob('drilling-*', { cwd: dataDir }))
      await rm(join(dataDir, left), { recursive: true });
    return withWorkDirectory(join(dataDir, 'drilling-'), async (home) => {
      const start = performance.now();
      const stores = {
        files: createLocalStore(join(home, 'files')),
        archives: createLocalStore(join(home, 'archives')),
      };
      const target = { connection: scratch, stores, dataDir: home, identityKey, trust };
      const { manifest, signatureProblem } = await restoreBackup(target, archive);
      const restored = secondsSince(start);
      const { problems, migrations } = await inspect(scratch, manifest, stores);
      const upgraded = secondsSince(start);
      const verified = await verifyRows(scratch, verify);
      problems.push(...verified.problems);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return {
        isGood: problems.length === 0,
        lines: [
          `已恢复 ${manifest.createdAt} 的备份：${manifest.tables.length} 张表 ${rows} 行、${manifest.files.length} 个文件，${signatureProblem ?? '签名有效'}`,
          ...(manifest.missing.length > 0 ? [`备份时已缺少 ${manifest.missing.length} 个文件`] : []),
          migrations.length > 0 ? `数据库已升级：${migrations.join('、')}` : '数据库无需升级',
          ...verified.lines,
          ...problems.map((problem) => `不符：${problem}`),
          `用时：恢复 ${restored}，到升级 ${upgraded}，连同核对共 ${secondsSince(start)}`,
          problems.length === 0
            ? '演练成功，临时的数据库和文件已删除'
            : `演练失败：${problems.length} 处不符`,
        ],
      };
    });
  });

/** Count rows and look for files that they need, then bring the database up to date. */
const inspect = async (connection: pg.ClientConfig, manifest: Manifest, stores: Stores) => {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const problems: string[] = [];
    for (const { name, rows: expected } of manifest.tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
      if (rows[0]!.count !== expected)
        problems.push(`数据表 ${name} 应有 ${expected} 行，恢复出 ${rows[0]!.count} 行`);
    }
    const needed = await findNeeded(client);
    const missing = missingFrom(needed, await listContents(stores, needed.archives));
    const known = new Set(manifest.missing);
    for (const folder of ['files', 'archives'] as const)
      for (const path of missing[folder].map((name) => pathOf(folder, name)))
        if (!known.has(path)) problems.push(`缺少文件 ${path}`);
    return { problems, migrations: await migrate(client) };
  } finally {
    await client.end();
  }
};

const verifyRows = async (connection: pg.ClientConfig, verify: Options['verify']) => {
  const pool = createPool(connection, 1);
  try {
    return await verify(createDb(pool));
  } finally {
    await pool.end();
  }
};
