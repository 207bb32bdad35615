import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '../src/backup/check-backup.ts';
import { createBackup } from '../src/backup/create-backup.ts';
import type { Manifest } from '../src/backup/manifest.ts';
import { publicKeyOf } from '../src/backup/signature.ts';
import { findTrustedKeys, openSigningKey } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { type Opened, openDatabase, runTool } from './open-database.ts';

const usage = `用法：npm run backup -- [备份文件.tar.gz] [--incomplete]
      npm run backup -- --check 备份文件.tar.gz`;

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        incomplete: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [place] = positionals;
    if (positionals.length <= 1 && (!values.check || (place !== undefined && !values.incomplete)))
      return { place, allowsMissing: values.incomplete, isCheck: values.check };
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

const backUp = async (
  { config, connection }: Opened,
  place: string | undefined,
  allowsMissing: boolean,
): Promise<number> => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const archive = resolve(place ?? `backups/zhiping-${stamp}.tar.gz`);
  await mkdir(dirname(archive), { recursive: true });
  const key = await openSigningKey(config);
  const source = { connection, stores: openStores(config), key, allowsMissing };
  printDone(await createBackup(source, archive), archive);
  console.log(`签名公钥（请另行保管，在其他机器上恢复时填入 BACKUP_PUBLIC_KEYS）：${publicKeyOf(key)}`);
  return 0;
};

const check = async ({ config, connection }: Opened, archive: string): Promise<number> => {
  const trust = { keys: await findTrustedKeys(config) };
  const { isSame, lines } = await checkBackup({ connection, stores: openStores(config), trust }, archive);
  for (const line of lines) (isSame ? console.log : console.error)(line);
  return isSame ? 0 : 1;
};

/**
 * npm run backup -- [file.tar.gz] [--incomplete], or --check file.tar.gz, which compares a backup with what it was made
 * from; exit code 1 where they differ.
 */
await runTool(async () => {
  const { place, allowsMissing, isCheck } = readArguments();
  const opened = await openDatabase();
  try {
    return isCheck ? await check(opened, resolve(place!)) : await backUp(opened, place, allowsMissing);
  } finally {
    await opened.close();
  }
});
