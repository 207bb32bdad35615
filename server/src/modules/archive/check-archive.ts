import { createPublicKey, verify } from 'node:crypto';
import { fileTypeFromFile } from 'file-type';
import type { Manifest } from '../../backup/manifest.ts';
import { readBackup } from '../../backup/read-backup.ts';
import { RestoreError } from '../../backup/restore-error.ts';
import { badRequest, fieldError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';

export type Checked = { format: 'gz' | 'zip'; summary: string };

/**
 * Checks a release archive: its SHA-256 digest must be signed with the private half of RELEASE_PUBLIC_KEY (Ed25519).
 * Without that setting all are refused.
 */
export const checkRelease = async (
  file: ReceivedFile,
  signature: string,
  publicKey: string | undefined,
): Promise<Checked> => {
  if (!publicKey) throw badRequest('release.no_key', '未配置发布公钥（RELEASE_PUBLIC_KEY），不能接收发布包');
  const isSigned = verify(
    null,
    Buffer.from(file.sha256, 'hex'),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64'),
  );
  if (!isSigned) throw fieldError('release.signature', 'signature', '签名与文件不符，没有接收');
  const found = await fileTypeFromFile(file.path);
  const format = found?.ext === 'gz' || found?.ext === 'tar.gz' ? 'gz' : found?.ext;
  if (format !== 'gz' && format !== 'zip')
    throw fieldError('release.type', 'file', '发布包应为 tar.gz 或 zip 文件');
  return { format, summary: '签名有效' };
};

const summaryOf = ({ createdAt, tables, files, migrations }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `签名有效，备份于 ${createdAt.slice(0, 19).replace('T', ' ')} UTC：${tables.length} 张表 ${rows} 行，${files.length} 个文件，数据库版本 ${migrations.filter((name) => /^\d/.test(name)).at(-1) ?? '未知'}`;
};

/** Checks a backup of this product: one of the keys must have signed its manifest, and every checksum must match. */
export const checkBackup = async (file: ReceivedFile, keys: ReadonlySet<string>): Promise<Checked> => {
  try {
    const { manifest } = await readBackup(file.path, { keys });
    return { format: 'gz', summary: summaryOf(manifest) };
  } catch (error) {
    if (error instanceof RestoreError) throw fieldError('backup.invalid', 'file', error.message);
    throw error;
  }
};
