import { type Archive, databaseApi, deployApi } from '@zhiping/shared/contracts/archive.ts';
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { download } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { ArchiveUpload } from './ArchiveUpload.tsx';

const kinds = [
  { value: 'release', label: '发布包' },
  { value: 'backup', label: '备份' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const apis = { release: deployApi, backup: databaseApi };

const columns: Column<Archive>[] = [
  text('name', '文件名', { isLink: true, mobile: 'title', width: 180, sort: 'name' }),
  text('size', '大小', { width: 100, align: 'right', sort: 'bytes', mobile: 'field', hidePriority: 2 }),
  cell('summary', '核对结果', ({ summary, problem }) => problem ?? summary, {
    grows: true,
    width: 220,
    mobile: 'field',
  }),
  text('createBy', '上传人', { width: 120, mobile: 'field', hidePriority: 1 }),
  text('createTime', '上传时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

const ArchiveFacts = (archive: Archive) => (
  <Facts
    items={[
      ['文件名', archive.name],
      ['大小', archive.size],
      ['核对结果', archive.summary],
      ...(archive.problem ? [['内容', archive.problem] as [string, string]] : []),
      ['SHA-256', <code key="hash">{archive.sha256}</code>],
      ['上传人', archive.createBy],
      ['上传时间', archive.createTime],
    ]}
  />
);

const ArchiveList = ({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) => {
  const api = apis[kind];
  const noun = kind === 'release' ? '发布包' : '备份';
  const list = useList(api.list);
  return (
    <ListPage
      title="发布包与备份"
      row={{ noun, idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: ArchiveFacts }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="文件名" />}
      filters={<Segmented<Kind> aria-label="种类" options={[...kinds]} value={kind} onChange={onKind} />}
      work={{
        removal: { api: api.remove, allow: 'admin', consequence: '删除后无法找回。' },
        rowActions: ({ id, problem }) => [
          {
            label: '下载',
            allow: 'admin',
            reason: problem ?? undefined,
            run: () => void download(api.read, { params: { id } }).catch(() => undefined),
          },
        ],
      }}
      tools={<ArchiveUpload key={kind} kind={kind} noun={noun} api={api} />}
    />
  );
};

/** Archives that operators keep. The product neither unpacks nor runs them. */
export default function ArchivePage() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') === 'backup' ? 'backup' : 'release';
  return (
    <ArchiveList
      key={kind}
      kind={kind}
      onKind={(next) => setParams(next === 'backup' ? { kind: next } : {})}
    />
  );
}
