import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { SignatureError } from '../src/backup/restore-error.ts';
import { findTrustedKeys } from '../src/backup/signing-key.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { openDatabase, runTool } from './open-database.ts';

const usage = '用法：npm run restore -- 备份文件.tar.gz [--unsigned]';

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { unsigned: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length === 1)
      return { archive: resolve(positionals[0]!), allowsUnsigned: values.unsigned };
  } catch {
    // The usage says it all.
  }
  throw new Error(usage);
};

/** npm run restore -- file.tar.gz [--unsigned], into an empty installation. */
await runTool(async () => {
  const { archive, allowsUnsigned } = readArguments();
  const { config, connection, close } = await openDatabase();
  try {
    const target = {
      connection,
      stores: openStores(config),
      dataDir: config.DATA_DIR,
      identityKey: config.IDENTITY_KEY,
      trust: { keys: await findTrustedKeys(config), allowsUnsigned },
    };
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
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new Error(`${error.message}\n没有恢复任何内容。确信来源可靠的，可加 --unsigned 恢复`, {
      cause: error,
    });
  } finally {
    await close();
  }
});
