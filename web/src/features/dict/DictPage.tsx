import { dictApi, type Dict, type DictDetail } from '@zhiping/shared/contracts/dict.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TreePage } from '../../kit/tree/TreePage.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { DictPane } from './DictPane.tsx';

const DetailFields = lazy(() => import('./DetailFields.tsx'));

/** The description of a dictionary, which users know it by, or else its name. */
const titleIn = (dicts: readonly Dict[] | undefined, dictName: string) =>
  dicts?.find(({ name }) => name === dictName)?.description || dictName;

const columnsFor = (dicts: readonly Dict[] | undefined): Column<DictDetail>[] => [
  text('label', '字典标签', { isLink: true, mobile: 'title', width: 150 }),
  text('value', '字典值', { width: 150, mobile: 'field' }),
  cell('dictName', '所属字典', ({ dictName }) => titleIn(dicts, dictName), {
    width: 130,
    mobile: 'field',
    hidePriority: 1,
  }),
  text('dictSort', '排序', { width: 70, align: 'right', sort: 'dictSort', hidePriority: 2 }),
];

const DetailFacts = ({ detail, dicts }: { detail: DictDetail; dicts: readonly Dict[] | undefined }) => (
  <Facts
    items={[
      ['字典标签', detail.label],
      ['字典值', detail.value],
      ['所属字典', titleIn(dicts, detail.dictName)],
      ['排序', detail.dictSort],
    ]}
  />
);

/** New entries belong to the selected dictionary; without one, nothing can be added. */
const editorFor = (dictId: number | undefined) =>
  editorOf({
    api: { create: dictApi.createDetail, update: dictApi.updateDetail },
    allow: { create: dictId === undefined ? undefined : 'dict:add', update: 'dict:edit' },
    valuesOf: (detail: DictDetail | undefined) => ({
      dict: detail?.dict ?? (dictId === undefined ? undefined : { id: dictId }),
      label: detail?.label,
      value: detail?.value,
      dictSort: detail?.dictSort ?? 999,
    }),
    fields: () => <DetailFields />,
    refreshes: [dictApi.map],
  });

export default function DictPage() {
  const list = useList(dictApi.details);
  const { data: dicts } = useQuery(reading(dictApi.all));
  const confirm = useConfirm();
  const dictId = dicts?.find(({ name }) => name === list.query.dictName)?.id;
  const editor = useMemo(() => editorFor(dictId), [dictId]);
  const columns = useMemo(() => columnsFor(dicts), [dicts]);

  const remove = ({ id, label }: DictDetail) =>
    confirm({
      title: `确定删除字典项「${label}」吗？`,
      verb: '删除',
      act: async () => {
        await call(dictApi.removeDetail, { params: { id } });
        await refresh(dictApi.details, dictApi.map);
        notify.success(`字典项「${label}」已删除`);
      },
    });

  return (
    <TreePage
      label="字典"
      tree={(onDone) => (
        <DictPane
          selected={list.query.dictName}
          onSelect={(dictName) => {
            list.set({ dictName });
            onDone();
          }}
        />
      )}
    >
      <ListPage
        title="字典管理"
        row={{
          noun: '字典项',
          idOf: ({ id }) => id,
          nameOf: ({ label }) => label,
          factsOf: (detail) => <DetailFacts detail={detail} dicts={dicts} />,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="label" label="字典标签" />}
        work={{
          editor,
          rowActions: (detail) => [
            { label: '删除', allow: 'dict:del', isDanger: true, run: () => remove(detail) },
          ],
        }}
        tools={<ExportButton api={dictApi.download} />}
      />
    </TreePage>
  );
}
