import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { storageApi as api } from '@zhiping/shared/contracts/file.ts';
import { fileFormats, isPicture } from '@zhiping/shared/rules/file/formats.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/errors.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { deleteFiles, renameFile } from './change-file.ts';
import { fileView, findFiles, findReadableFile, streamFiles } from './file.queries.ts';
import { keepFile } from './keep-file.ts';

/** A content never changes under its address, but who may read it does. */
const CACHE_SECONDS = 300;

export const fileRoutes = (deps: Deps) => [
  on(api.list, async ({ query, user }) => {
    const { content, totalElements } = await findFiles(deps.db, user, query);
    return { content: content.map(fileView), totalElements };
  }),
  on(api.create, ({ received, query, user }) =>
    keepFile(deps, user, received, { purpose: 'storage', name: query.name }),
  ),
  on(api.createPicture, ({ received, user }) =>
    keepFile(deps, user, received, { purpose: 'storage', picturesOnly: true }),
  ),
  on(articleApi.upload, ({ received, user }) => keepFile(deps, user, received, { purpose: 'article' })),
  on(api.update, ({ body, user }) => renameFile(deps.db, user, body)),
  on(api.remove, ({ body, user }) => deleteFiles(deps, user, body)),
  on(api.download, ({ query, user }) =>
    exportSheet('文件', streamFiles(deps.db, user, query), [
      ['文件名', (file) => file.name],
      ['格式', (file) => file.format],
      ['类别', (file) => file.type],
      ['大小', (file) => sizeText(file.bytes)],
      ['使用的公告', (file) => file.used_by.join('、')],
      ['上传人', (file) => file.create_by],
      ['上传时间', (file) => file.create_time],
    ]),
  ),
  on(api.read, async ({ params, user }) => {
    const file = await findReadableFile(deps.db, user, params);
    const bytes = file && (await deps.files.read(`${file.sha256}.${file.format}`));
    if (!bytes) throw notFound('文件');
    return {
      type: fileFormats[file.format].mime,
      bytes,
      length: file.bytes,
      cacheSeconds: CACHE_SECONDS,
      fileName: `${file.name}.${file.format}`,
      uploaded:
        isPicture(file.format) || file.format === 'pdf' ? ('inline' as const) : ('attachment' as const),
    };
  }),
];
