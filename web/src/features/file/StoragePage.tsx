import { type StoredFile, storageApi } from '@zhiping/shared/contracts/file.ts';
import { fileTypes } from '@zhiping/shared/rules/file/formats.ts';
import { lazy } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import type { Editor } from '../../kit/form/editor.ts';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { download } from '../../lib/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { FileFacts } from './FileFacts.tsx';
import { UploadButton } from './UploadButton.tsx';

const FileFields = lazy(() => import('./FileFields.tsx'));

const typeOptions = fileTypes.map((value) => ({ value, label: value }));

const fullName = ({ name, suffix }: StoredFile) => `${name}.${suffix}`;

const columns: Column<StoredFile>[] = [
  cell('name', '文件名', fullName, { isLink: true, mobile: 'title', width: 220, sort: 'name' }),
  cell('type', '类别', ({ type }) => type, { width: 80, sort: 'type', mobile: 'status' }),
  cell('size', '大小', ({ size }) => size, { width: 100, align: 'right', sort: 'size', mobile: 'field' }),
  cell('usedBy', '使用', ({ usedBy }) => (usedBy.length > 0 ? `${usedBy.length} 篇公告` : null), {
    width: 100,
    hidePriority: 2,
  }),
  text('createBy', '上传人', { width: 120, mobile: 'field', hidePriority: 1 }),
  text('createTime', '上传时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

const copyLink = async ({ path }: StoredFile) => {
  if (await copyText(`${location.origin}${path}`)) notify.success('链接已复制，有权限的人登录后可以打开');
  else notify.warning('无法写入剪贴板，请在详情中复制链接');
};

// A failed call has shown a notification.
const save = ({ type, realName }: StoredFile) =>
  void download(storageApi.read, { params: { type, name: realName } }).catch(() => undefined);

const editor: Editor<StoredFile> = {
  api: storageApi,
  allow: { update: 'storage:edit' },
  valuesOf: (file) => ({ name: file?.name }),
  fields: () => <FileFields />,
};

const inUse = ({ usedBy }: StoredFile) =>
  usedBy.length > 0 ? `正被公告${usedBy.map((title) => `《${title}》`).join('')}使用` : undefined;

export default function StoragePage() {
  const list = useList(storageApi.list);
  return (
    <ListPage
      title="文件存储"
      row={{
        noun: '文件',
        idOf: ({ id }) => id,
        nameOf: fullName,
        factsOf: (file) => <FileFacts file={file} />,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="文件名或上传人" />}
      filters={
        <>
          <SelectFilter list={list} name="type" label="类别" options={typeOptions} />
          <TimeRangeFilter list={list} />
        </>
      }
      work={{
        editor,
        removal: { api: storageApi.remove, allow: 'storage:del', reason: inUse },
        rowActions: (file) => [
          { label: '下载', allow: 'storage:list', run: () => save(file) },
          { label: '复制链接', allow: 'storage:list', run: () => void copyLink(file) },
        ],
      }}
      tools={
        <>
          <UploadButton />
          <ExportButton api={storageApi.download} list={list} />
        </>
      }
    />
  );
}
