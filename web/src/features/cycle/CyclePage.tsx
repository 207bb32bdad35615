import { PlusOutlined } from '@ant-design/icons';
import { cycleApi, type CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { useTabDirty, useTabTitle } from '../../lib/tab-context.ts';
import { CycleFacts } from './CycleFacts.tsx';
import { CycleState, stateOptions } from './CycleState.tsx';

// Loaded on demand: most visits do not edit.
const CycleEditor = lazy(() => import('./CycleEditor.tsx'));
const NewCycle = lazy(() => import('./NewCycle.tsx'));

const day = (moment: string | null) => moment?.slice(0, 10);

const columns: Column<CycleRow>[] = [
  text('name', '批次名称', { isLink: true, mobile: 'title', width: 240, sort: 'name' }),
  text('year', '年度', { width: 70, align: 'right', sort: 'year', hidePriority: 4 }),
  cell('state', '状态', (cycle) => <CycleState {...cycle} />, { width: 130, mobile: 'status' }),
  cell(
    'applyClosesAt',
    '申报时间',
    ({ applyOpensAt, applyClosesAt }) =>
      applyOpensAt && applyClosesAt ? `${day(applyOpensAt)} 至 ${day(applyClosesAt)}` : null,
    { width: 210, sort: 'applyClosesAt', mobile: 'field' },
  ),
  cell('reviewClosesAt', '评审截止', ({ reviewClosesAt }) => day(reviewClosesAt), {
    width: 110,
    hidePriority: 5,
  }),
  text('organiser', '组建单位', { width: 180, hidePriority: 3, grows: true }),
  text('updateBy', '修改人', { width: 110, hidePriority: 1 }),
  text('updateTime', '修改时间', { width: 170, sort: 'updateTime', hidePriority: 2 }),
];

const years = () => {
  const now = new Date().getFullYear();
  return Array.from({ length: 6 }, (_, back) => ({
    value: String(now + 1 - back),
    label: `${now + 1 - back} 年`,
  }));
};

const CycleList = () => {
  const list = useList(cycleApi.list);
  const edit = useSubView('edit');
  const navigate = useNavigate();
  useTabTitle(undefined);
  return (
    <ListPage
      title="评审批次"
      row={{ noun: '批次', idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: CycleFacts }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="批次名称" />}
      filters={
        <>
          <SelectFilter list={list} name="year" label="年度" options={years()} />
          <SelectFilter list={list} name="state" label="状态" options={stateOptions} />
        </>
      }
      work={{
        removal: {
          api: cycleApi.remove,
          allow: 'cycle:del',
          reason: ({ can }) => (typeof can.del === 'string' ? can.del : undefined),
        },
        rowActions: ({ id, can }) => [
          { label: can.edit === true ? '编辑' : '查看', allow: 'cycle:list', href: edit.hrefOf(id) },
          {
            label: '复制',
            allow: 'cycle:add',
            isRare: true,
            href: `${edit.hrefOf('new')}&from=${id}`,
          },
        ],
      }}
      tools={
        <Can roles={['cycle:add']}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(edit.hrefOf('new'))}>
            新增批次
          </Button>
        </Can>
      }
    />
  );
};

/**
 * Remembers the address of an editor with unsaved input that Back has left, and returns to it, so that the editor can
 * ask.
 */
const useUnsaved = () => {
  const { value } = useSubView('edit');
  const navigate = useNavigate();
  const [kept, setKept] = useState<{ value: string; search: string }>();
  const [timesBack, setTimesBack] = useState(0);
  useTabDirty(kept !== undefined);
  const lost = kept && value !== kept.value ? kept : undefined;
  useEffect(() => {
    if (!lost) return;
    void navigate(lost.search);
    setTimesBack((times) => times + 1);
  }, [lost, navigate]);
  return {
    shown: lost ? lost.value : value,
    timesBack,
    keep: (isDirty: boolean) =>
      setKept(isDirty && value !== null ? { value, search: window.location.search } : undefined),
  };
};

export default function CyclePage() {
  const { shown, timesBack, keep } = useUnsaved();
  if (shown === null) return <CycleList />;
  return (
    <Suspense fallback={<Loading />}>
      {shown === 'new' ? (
        <NewCycle />
      ) : (
        <CycleEditor key={shown} id={Number(shown)} timesBack={timesBack} onDirtyChange={keep} />
      )}
    </Suspense>
  );
}
