import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '../src/backup/create-backup.ts';
import type { Manifest } from '../src/backup/manifest.ts';
import { publicKeyOf } from '../src/backup/signature.ts';
import { openSigningKey } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { openDatabase, runTool } from './open-database.ts';

const usage = '用法：npm run backup -- [备份文件.tar.gz] [--incomplete]';

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { incomplete: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length <= 1) return { place: positionals[0], allowsMissing: values.incomplete };
  } catch {
    // The usage says it all.
  }
  throw new Error(usage);
};

const printDone = ({ tables, files, missing }: Manifest, archive: string) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`已备份 ${tables.length} 张表 ${rows} 行、${files.length} 个文件：${archive}`);
  if (missing.length > 0) console.warn(`警告：备份不完整，缺少 ${missing.length} 个存储中没有的文件`);
};

/** npm run backup -- [file.tar.gz] [--incomplete] */
await runTool(async () => {
  const { place, allowsMissing } = readArguments();
  const { config, connection, close } = await openDatabase();
  try {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const archive = resolve(place ?? `backups/zhiping-${stamp}.tar.gz`);
    await mkdir(dirname(archive), { recursive: true });
    const key = await openSigningKey(config);
    const source = { connection, stores: openStores(config), key, allowsMissing };
    printDone(await createBackup(source, archive), archive);
    console.log(`签名公钥（请另行保管，在其他机器上恢复时填入 BACKUP_PUBLIC_KEYS）：${publicKeyOf(key)}`);
    return 0;
  } finally {
    await close();
  }
});
