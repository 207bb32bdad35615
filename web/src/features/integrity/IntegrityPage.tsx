import { integrityApi, type IntegrityRow } from '@zhiping/shared/contracts/integrity.ts';
import { integrityRoles } from '@zhiping/shared/rules/integrity/roles.ts';
import { Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Facts } from '../../kit/display/Facts.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import type { RowAction } from '../../kit/list/actions/actions.ts';
import './integrity.css';

const AskChangeDialog = lazy(() => import('./AskChangeDialog.tsx'));
const IntegrityFields = lazy(() => import('./IntegrityFields.tsx'));

type Asked = { row: IntegrityRow; isRemoval: boolean };

const roles = Object.entries(integrityRoles).map(([value, label]) => ({ value, label }));
const states = [
  { value: true, label: '记录期内' },
  { value: false, label: '已期满或待复核' },
];

const StateTag = ({ isActive, isWaiting }: IntegrityRow) => {
  if (isWaiting) return <Tag color="processing">待复核</Tag>;
  return <Tag color={isActive ? 'error' : 'default'}>{isActive ? '记录期内' : '已期满'}</Tag>;
};

const Period = ({ since, until }: IntegrityRow) => (
  <>
    <span className="integrity-day">{since}</span> 至 <span className="integrity-day">{until}</span>
  </>
);

const columns: Column<IntegrityRow>[] = [
  text('name', '姓名', { isLink: true, mobile: 'title', width: 110, sort: 'name' }),
  text('idCard', '身份证号码', { width: 190, hidePriority: 1 }),
  cell('role', '身份', ({ role }) => integrityRoles[role], { width: 100, mobile: 'field' }),
  cell('since', '记录期', (row) => <Period {...row} />, {
    width: 220,
    sort: 'since',
    mobile: 'field',
  }),
  cell('isActive', '状态', (row) => <StateTag {...row} />, { width: 100, mobile: 'status' }),
  text('reason', '违规情形', { width: 280, mobile: 'field' }),
];

const IntegrityFacts = (row: IntegrityRow) => (
  <Facts
    items={[
      ['姓名', row.name],
      ['身份证号码', row.idCard],
      ['身份', integrityRoles[row.role]],
      ['记录期', <Period key="period" {...row} />],
      ['状态', <StateTag key="state" {...row} />],
      ['违规情形', row.reason],
      ['认定依据', row.basis],
      ...(row.asked === null ? [] : [['等待复核的更改', row.asked] as const]),
      ['最后修改', `${row.updateBy ?? ''} ${row.updateTime}`.trim()],
    ]}
  />
);

/** An entry that keeps a person from applying or reviewing is changed by two. */
const byTwo = ({ can }: IntegrityRow) =>
  can.change === undefined
    ? undefined
    : '申报人和评审专家的失信记录，更改和撤销须两人，请用「提请更改」「提请撤销」';

const editor = editorOf({
  api: integrityApi,
  allow: { create: 'integrity:edit', update: 'integrity:edit' },
  valuesOf: (row: IntegrityRow | undefined) => ({
    role: row?.role,
    since: row?.since,
    reason: row?.reason,
    basis: row?.basis,
  }),
  fields: (row) => <IntegrityFields row={row} />,
  reason: byTwo,
});

export default function IntegrityPage() {
  const list = useList(integrityApi.list);
  const [asked, setAsked] = useState<Asked>();
  const rowActions = (row: IntegrityRow): RowAction[] =>
    row.can.change === undefined
      ? []
      : ([true, false] as const).map((isRemoval) => ({
          label: isRemoval ? '提请撤销' : '提请更改',
          allow: 'integrity:edit',
          reason: reasonOf(row.can.change),
          run: () => setAsked({ row, isRemoval }),
        }));
  return (
    <>
      <ListPage
        title="诚信档案"
        row={{ noun: '失信记录', idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: IntegrityFacts }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="name" label="姓名" />}
        filters={
          <>
            <SelectFilter list={list} name="role" label="身份" options={roles} />
            <SelectFilter list={list} name="isActive" label="状态" options={states} />
          </>
        }
        tools={<ExportButton api={integrityApi.download} list={list} />}
        work={{
          editor,
          removal: { api: integrityApi.remove, allow: 'integrity:edit', reason: byTwo },
          rowActions,
        }}
      />
      {asked && (
        <Suspense fallback={null}>
          <AskChangeDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
