import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drillRestore } from '../src/backup/drill-restore.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { SignatureError } from '../src/backup/restore-error.ts';
import { findTrustedKeys } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { problemsIn, runChecks } from '../src/modules/record-check/run-checks.ts';
import { verifyChain } from '../src/platform/audit/audit-chain.ts';
import type { Db } from '../src/platform/database/db.ts';
import { type Opened, openDatabase, runTool } from './open-database.ts';

const usage = '用法：npm run restore -- 备份文件.tar.gz [--drill] [--unsigned]';

type Wanted = { archive: string; allowsUnsigned: boolean; isDrill: boolean };

const readArguments = (): Wanted => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        unsigned: { type: 'boolean', default: false },
        drill: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    if (positionals.length === 1)
      return { archive: resolve(positionals[0]!), allowsUnsigned: values.unsigned, isDrill: values.drill };
  } catch {
    // The usage says it all.
  }
  throw new Error(usage);
};

const targetOf = async ({ config, connection }: Opened, allowsUnsigned: boolean) => ({
  connection,
  dataDir: config.DATA_DIR,
  identityKey: config.IDENTITY_KEY,
  trust: { keys: await findTrustedKeys(config), allowsUnsigned },
});

const restore = async (opened: Opened, { archive, allowsUnsigned }: Wanted): Promise<number> => {
  const target = { ...(await targetOf(opened, allowsUnsigned)), stores: openStores(opened.config) };
  const { manifest, signatureProblem } = await restoreBackup(target, archive);
  console.log(
    `已恢复 ${manifest.createdAt} 的备份：${manifest.tables.length} 张表、${manifest.files.length} 个文件`,
  );
  if (manifest.missing.length > 0)
    console.warn(`警告：备份时已缺少 ${manifest.missing.length} 个文件，记在备份的清单中`);
  if (signatureProblem)
    console.warn(
      `警告：没有核实备份的来源，其中任何内容都可能被改动过。${signatureProblem}\n已核对的只有校验和、路径、数据表与列。`,
    );
  else console.log('签名有效');
  return 0;
};

/** The audit chain, and the rows against its events. */
const verify = async (db: Db) => {
  const chain = await verifyChain(db);
  if (!chain.intact)
    return { problems: [`审计链损坏，第 ${chain.position} 个位置：${chain.problem}`], lines: [] };
  const results = await runChecks(db);
  const compared = results.reduce((sum, result) => sum + result.compared, 0);
  return {
    problems: problemsIn(results),
    lines: [`审计链完整：${chain.events} 个事件；数据与审计记录核对 ${compared} 条`],
  };
};

const drill = async (opened: Opened, { archive, allowsUnsigned }: Wanted): Promise<number> => {
  const { isGood, lines } = await drillRestore(
    { ...(await targetOf(opened, allowsUnsigned)), verify },
    archive,
  );
  for (const line of lines) (isGood ? console.log : console.error)(line);
  return isGood ? 0 : 1;
};

/**
 * npm run restore -- file.tar.gz [--unsigned], into an empty installation; with --drill into a database and a directory
 * of their own, which are verified and removed.
 */
await runTool(async () => {
  const wanted = readArguments();
  const opened = await openDatabase({ mayCreate: !wanted.isDrill });
  try {
    return await (wanted.isDrill ? drill : restore)(opened, wanted);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new Error(`${error.message}\n没有恢复任何内容。确信来源可靠的，可加 --unsigned 恢复`, {
      cause: error,
    });
  } finally {
    await opened.close();
  }
});
