import { resolve } from 'node:path';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { openDatabase, runTool } from './open-database.ts';

/** npm run restore -- file.tar.gz, into an empty installation. */
await runTool(async () => {
  const [archive] = process.argv.slice(2);
  if (!archive) throw new Error('用法：npm run restore -- 备份文件.tar.gz');
  const { config, connection, close } = await openDatabase();
  try {
    const target = { connection, stores: openStores(config), dataDir: config.DATA_DIR };
    const manifest = await restoreBackup({ ...target, identityKey: config.IDENTITY_KEY }, resolve(archive));
    console.log(
      `已恢复 ${manifest.createdAt} 的备份：${manifest.tables.length} 张表、${manifest.files.length} 个文件`,
    );
    return 0;
  } finally {
    await close();
  }
});
