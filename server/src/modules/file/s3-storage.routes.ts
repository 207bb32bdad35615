import { s3StorageApi as api } from '@zhiping/shared/contracts/file.ts';
import { fileAddress, fileFormats } from '@zhiping/shared/rules/file/formats.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { deleteFiles } from './change-file.ts';
import { type FileRow, findFileById, findFiles, streamFiles } from './file.queries.ts';
import { keepFile } from './keep-file.ts';

const s3View = (file: FileRow) => ({
  id: file.id,
  fileName: `${file.name}.${file.format}`,
  fileRealName: file.real_name,
  fileSize: sizeText(file.bytes),
  fileMimeType: fileFormats[file.format].mime,
  fileType: file.type,
  filePath: fileAddress(file),
  createBy: file.create_by,
  createTime: file.create_time,
  updateTime: file.update_time,
});

type Words = { key?: string | undefined; fileName?: string | undefined; blurry?: string | undefined };

const inBucket = <Q extends Words>(query: Q) => ({
  ...query,
  blurry: query.blurry ?? query.fileName ?? query.key,
  place: 's3' as const,
});

/** Files of the bucket. Without one there is none of this, and it is said why. */
export const s3StorageRoutes = (deps: Deps) => {
  const requireBucket = () => {
    if (deps.files.place !== 's3')
      throw new AppError(404, 'storage.s3_unconfigured', '未配置对象存储，请联系管理员设置 S3_ENDPOINT');
  };
  return [
    on(api.list, async ({ query, user }) => {
      // Pages of stock clients read the list as they open.
      if (deps.files.place !== 's3') return { content: [], totalElements: 0 };
      const { content, totalElements } = await findFiles(deps.db, user, inBucket(query));
      return { content: content.map(s3View), totalElements };
    }),
    on(api.create, async ({ received, user }) => {
      requireBucket();
      const { id, path } = await keepFile(deps, user, received, { purpose: 'storage' });
      return { id, errno: 0 as const, data: [path] };
    }),
    on(api.remove, ({ body, user }) => {
      requireBucket();
      return deleteFiles(deps, user, body, 's3');
    }),
    on(api.download, ({ query, user }) => {
      requireBucket();
      return exportSheet('对象存储文件', streamFiles(deps.db, user, inBucket(query)), [
        ['文件名', (file) => `${file.name}.${file.format}`],
        ['类别', (file) => file.type],
        ['大小', (file) => sizeText(file.bytes)],
        ['上传人', (file) => file.create_by],
        ['上传时间', (file) => file.create_time],
      ]);
    }),
    on(api.address, async ({ params, user }) => {
      requireBucket();
      const file = await findFileById(deps.db, user, params.id, { place: 's3' });
      if (!file) throw notFound('文件');
      return { url: fileAddress(file) };
    }),
  ];
};
