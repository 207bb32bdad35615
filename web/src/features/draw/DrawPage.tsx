import { useQuery } from '@tanstack/react-query';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { drawApi, type DrawRow } from '@zhiping/shared/contracts/draw.ts';
import { drawModes } from '@zhiping/shared/rules/draw/states.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { SuspendedCycles } from '../../kit/display/SuspendedCycles.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import { DrawStateTag } from './DrawStateTag.tsx';
import { CycleFilter } from '../../pickers/CycleFilter.tsx';

const DrawScreen = lazy(() => import('./DrawScreen.tsx'));
const ResultScreen = lazy(() => import('./result/ResultScreen.tsx'));
const PlanDialog = lazy(() => import('./PlanDialog.tsx'));
const VerifyDialog = lazy(() => import('./VerifyDialog.tsx'));

const witnessOf = ({ plan }: DrawRow) => (plan.isWitnessed ? '监督员见证' : '没有监督员参加');

const columns: Column<DrawRow>[] = [
  text('cycleName', '批次', { isLink: true, mobile: 'title', width: 240, grows: true }),
  cell('no', '次序', ({ no }) => `第 ${no} 次`, { width: 90, mobile: 'field' }),
  cell('mode', '方式', ({ plan }) => drawModes[plan.mode], { width: 130, mobile: 'field', hidePriority: 3 }),
  cell('witness', '见证', witnessOf, { width: 140, mobile: 'field', hidePriority: 2 }),
  cell('state', '状态', (draw) => <DrawStateTag {...draw} />, { width: 120, mobile: 'status' }),
  text('createBy', '发起人', { width: 110, mobile: 'named', hidePriority: 1 }),
  text('createTime', '发起时间', { width: 180, sort: 'createTime', mobile: 'named' }),
];

const DrawFacts = (draw: DrawRow) => (
  <Facts
    items={[
      ['批次', draw.cycleName],
      ['次序', `第 ${draw.no} 次`],
      ['方式', drawModes[draw.plan.mode]],
      ['见证', witnessOf(draw)],
      ['状态', <DrawStateTag key="state" {...draw} />],
      ['发起', `${draw.createBy}，${draw.createTime}`],
    ]}
  />
);

const DrawList = () => {
  const list = useList(drawApi.list);
  const opened = useSubView('id');
  const mayDraw = usePermission(['assignment:draw']);
  const [dialog, setDialog] = useState<'plan' | 'verify'>();
  const { data: cycles } = useQuery(reading(cycleApi.list, { query: { size: 100 } }));
  return (
    <>
      <SuspendedCycles cycles={cycles?.content ?? []} cycleId={list.query.cycleId} />
      <ListPage
        title="专家抽取"
        row={{
          noun: '抽取',
          idOf: ({ id }) => id,
          nameOf: ({ cycleName, no }) => `${cycleName} 第 ${no} 次抽取`,
          factsOf: DrawFacts,
        }}
        list={list}
        columns={columns}
        search={<CycleFilter list={list} cycles={cycles?.content ?? []} />}
        tools={
          <>
            <Button onClick={() => setDialog('verify')}>验证抽取记录</Button>
            {mayDraw && (
              <Button type="primary" onClick={() => setDialog('plan')}>
                发起抽取
              </Button>
            )}
          </>
        }
        work={{
          rowActions: ({ id }) => [{ label: '打开', allow: 'assignment:list', href: opened.hrefOf(id) }],
        }}
      />
      <Suspense>
        {dialog === 'plan' && <PlanDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'verify' && <VerifyDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
};

/** The draws of experts, or one of them with its ceremony. */
export default function DrawPage() {
  const { value, close } = useSubView('id');
  const part = useSubView('part');
  const [, setParams] = useSearchParams();
  if (value === null) return <DrawList />;
  const id = Number(value);
  return (
    <Suspense fallback={<Loading />}>
      {part.value === 'result' ? (
        // Leaving drops the filters of the result, which the draw does not use.
        <ResultScreen key={value} id={id} onLeave={() => setParams({ id: value })} />
      ) : (
        <DrawScreen key={value} id={id} onLeave={close} resultHref={part.hrefOf('result')} />
      )}
    </Suspense>
  );
}
