import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { compareFiles } from './compare-files.ts';
import { compareTables } from './compare-tables.ts';
import { readBackup, type Trust } from './read-backup.ts';
import type { Stores } from './stored-files.ts';
import { withWorkDirectory } from './work-directory.ts';

type Origin = { connection: pg.ClientConfig; stores: Stores; trust: Trust };

/** Differences that are named; the others are counted. */
const NAMED = 20;

/**
 * Compare an archive with the installation that it was made from. Rows and files that came after it are counted and no
 * difference; rows that have changed or gone are one, since the archive does not say when. Its signature and checksums
 * are verified as for a restore. Returns what to print.
 */
export const checkBackup = (
  { connection, stores, trust }: Origin,
  archive: string,
): Promise<{ isSame: boolean; lines: string[] }> =>
  withWorkDirectory(join(tmpdir(), 'zhiping-check-'), async (directory) => {
    const { manifest, signatureProblem } = await readBackup(archive, trust, (path) =>
      path.startsWith('tables/') ? join(directory, path) : null,
    );
    const tables = await compareTables(connection, manifest, directory);
    const files = await compareFiles(connection, stores, manifest);
    const differences = [
      ...tables.flatMap((compared) =>
        'problem' in compared
          ? [`数据表 ${compared.table}：${compared.problem}`]
          : changeOf(compared.table, compared),
      ),
      ...files.differences,
    ];
    const added = tables.reduce((sum, compared) => sum + ('added' in compared ? compared.added : 0), 0);
    return {
      isSame: differences.length === 0,
      lines: [
        `备份于 ${manifest.createdAt}，${signatureProblem ?? '签名有效'}`,
        `比较了 ${tables.length} 张表，之后新增 ${added} 行；${files.same} 个文件逐字节一致，之后新增 ${files.added} 个、删去 ${files.gone} 个`,
        ...differences.slice(0, NAMED).map((difference) => `不同：${difference}`),
        ...(differences.length > NAMED ? [`另外 ${differences.length - NAMED} 处`] : []),
        differences.length === 0 ? '一致' : `不一致：${differences.length} 处`,
      ],
    };
  });

const changeOf = (table: string, { changed, removed }: { changed: number; removed: number }): string[] =>
  changed + removed === 0 ? [] : [`数据表 ${table}：改动 ${changed} 行，删去 ${removed} 行`];
