import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '../src/backup/check-backup.ts';
import type { Manifest } from '../src/backup/manifest.ts';
import { backupNameOf, deleteOldBackups, isBackupName } from '../src/backup/old-backups.ts';
import { runBackup } from '../src/backup/run-backup.ts';
import { publicKeyOf } from '../src/backup/signature.ts';
import { findTrustedKeys, openSigningKey } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { type Opened, openDatabase, runTool } from './open-database.ts';

const usage = `用法：npm run backup -- [备份文件.tar.gz 或 目录/] [--keep 份数] [--incomplete]
      npm run backup -- --check 备份文件.tar.gz`;

type Wanted = {
  place: string | undefined;
  keep: number | undefined;
  allowsMissing: boolean;
  isCheck: boolean;
};

const readArguments = (): Wanted => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        keep: { type: 'string' },
        incomplete: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [place, further] = positionals;
    const { check: isCheck, incomplete: allowsMissing } = values;
    const isPlain = values.keep === undefined && !allowsMissing;
    const isKeep = values.keep === undefined || /^[1-9]\d{0,3}$/.test(values.keep);
    if (further === undefined && isKeep && (!isCheck || (place !== undefined && isPlain)))
      return {
        place,
        keep: values.keep === undefined ? undefined : Number(values.keep),
        allowsMissing,
        isCheck,
      };
  } catch {
    // The usage says it all.
  }
  throw new Error(usage);
};

/** The path of the archive; in a directory it gets a name with the time. */
const archiveAt = async (place = 'backups/') => {
  const isDirectory = place.endsWith('/') || (await stat(place).catch(() => null))?.isDirectory();
  return resolve(isDirectory ? join(place, backupNameOf(new Date())) : place);
};

const printDone = ({ tables, files, missing }: Manifest, archive: string) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`已备份 ${tables.length} 张表 ${rows} 行、${files.length} 个文件：${archive}`);
  if (missing.length > 0) console.warn(`警告：备份不完整，缺少 ${missing.length} 个存储中没有的文件`);
};

const backUp = async ({ config, connection }: Opened, wanted: Wanted): Promise<number> => {
  const archive = await archiveAt(wanted.place);
  if (wanted.keep !== undefined && !isBackupName(basename(archive)))
    throw new Error('--keep 只用于目录：归档须由备份命名');
  await mkdir(dirname(archive), { recursive: true });
  const key = await openSigningKey(config);
  const source = { connection, stores: openStores(config), key, allowsMissing: wanted.allowsMissing };
  const { manifest, isRecorded } = await runBackup(source, archive);
  printDone(manifest, archive);
  if (!isRecorded) console.warn('数据库尚未升级，监控页和指标中没有这次备份');
  console.log(`签名公钥（请另行保管，在其他机器上恢复时填入 BACKUP_PUBLIC_KEYS）：${publicKeyOf(key)}`);
  if (wanted.keep === undefined) return 0;
  const deleted = await deleteOldBackups(dirname(archive), { keep: wanted.keep, key });
  if (deleted.length > 0) console.log(`已删除较早的备份：${deleted.join('、')}`);
  return 0;
};

const check = async ({ config, connection }: Opened, archive: string): Promise<number> => {
  const trust = { keys: await findTrustedKeys(config) };
  const { isSame, lines } = await checkBackup({ connection, stores: openStores(config), trust }, archive);
  for (const line of lines) (isSame ? console.log : console.error)(line);
  return isSame ? 0 : 1;
};

/**
 * npm run backup -- [file.tar.gz or directory/] [--keep n] [--incomplete], or --check file.tar.gz, which compares a backup
 * with what it was made from; exit code 1 where they differ.
 */
await runTool(async () => {
  const wanted = readArguments();
  const opened = await openDatabase();
  try {
    return wanted.isCheck ? await check(opened, resolve(wanted.place!)) : await backUp(opened, wanted);
  } finally {
    await opened.close();
  }
});
