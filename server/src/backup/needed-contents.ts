import pg from 'pg';
import { archiveUses, fileUses } from '../platform/files/content-uses.ts';
import type { Entry } from './manifest.ts';
import { pathOf, type Stores } from './stored-files.ts';

type Folder = keyof Stores;
/** Names of the contents that rows need, by their store. */
export type Needed = Record<Folder, ReadonlySet<string>>;

const uses = { files: fileUses, archives: archiveUses };

const namesOf = async (client: pg.ClientBase, folder: Folder) => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from (${uses[folder]}) as content_use where is_whole`,
  );
  return new Set(rows.map(({ name }) => name));
};

/** Contents that the rows of this transaction need. */
export const findNeeded = async (client: pg.ClientBase): Promise<Needed> => ({
  files: await namesOf(client, 'files'),
  archives: await namesOf(client, 'archives'),
});

/** A content that the store has lost, and one of the things that it belongs to. */
type MissingContent = { path: string; owner: string };

/** Contents that rows need and the listing of the stores does not have. */
export const missingFrom = (needed: Needed, listed: readonly Entry[]): Record<Folder, string[]> => {
  const paths = new Set(listed.map(({ path }) => path));
  const missing = (folder: Folder) =>
    [...needed[folder]].filter((name) => !paths.has(pathOf(folder, name))).toSorted();
  return { files: missing('files'), archives: missing('archives') };
};

/** Those of the contents that rows need at this moment, and what they belong to. */
export const findOwners = async (
  connection: pg.ClientConfig,
  missing: Record<Folder, string[]>,
): Promise<MissingContent[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const found: MissingContent[] = [];
    for (const folder of ['files', 'archives'] as const) {
      const { rows } = await client.query<{ name: string; owner: string }>(
        `select name, min(owner) as owner from (${uses[folder]}) as content_use
         where is_whole and hash = any($1) and name = any($2) group by name order by name`,
        [missing[folder].map((name) => name.slice(0, 64)), missing[folder]],
      );
      found.push(...rows.map(({ name, owner }) => ({ path: pathOf(folder, name), owner })));
    }
    return found;
  } finally {
    await client.end();
  }
};

const NAMED = 10;

/** The first missing contents, a line each, and the number of the others. */
const linesOf = (missing: readonly MissingContent[]): string[] => [
  ...missing.slice(0, NAMED).map(({ path, owner }) => `  - ${owner}：${path}`),
  ...(missing.length > NAMED ? [`  - 另外 ${missing.length - NAMED} 个`] : []),
];

/** A backup without contents that rows need would look complete and not be. */
export class MissingContents extends Error {
  readonly count: number;
  constructor(missing: readonly MissingContent[]) {
    super(
      [
        `备份没有完成：存储中缺少数据库需要的 ${missing.length} 个文件`,
        ...linesOf(missing),
        '请先核对 DATA_DIR 和 S3_ENDPOINT 与服务使用的是否相同。文件确实丢失、无法放回的，可加 --incomplete 备份其余内容',
      ].join('\n'),
    );
    this.count = missing.length;
  }
}
