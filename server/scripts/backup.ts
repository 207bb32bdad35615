import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createBackup } from '../src/backup/create-backup.ts';
import { publicKeyOf } from '../src/backup/signature.ts';
import { openSigningKey } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { openDatabase, runTool } from './open-database.ts';

/** npm run backup -- [file.tar.gz] */
await runTool(async () => {
  const { config, connection, close } = await openDatabase();
  try {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const archive = resolve(process.argv[2] ?? `backups/zhiping-${stamp}.tar.gz`);
    await mkdir(dirname(archive), { recursive: true });
    const key = await openSigningKey(config);
    const manifest = await createBackup({ connection, stores: openStores(config), key }, archive);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `已备份 ${manifest.tables.length} 张表 ${rows} 行、${manifest.files.length} 个文件：${archive}`,
    );
    console.log(`签名公钥（请另行保管，在其他机器上恢复时填入 BACKUP_PUBLIC_KEYS）：${publicKeyOf(key)}`);
    return 0;
  } finally {
    await close();
  }
});
