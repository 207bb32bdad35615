import { useQuery } from '@tanstack/react-query';
import {
  type DrawResultView,
  drawResultApi,
  type ResultFile,
  resultFilters,
  type ResultPlace,
} from '@zhiping/shared/contracts/draw-result.ts';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import { PushpinFilled } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Facts } from '../../../kit/display/Facts.tsx';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { cell, text, type Column } from '../../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../../kit/list/filters/filters.tsx';
import { ListPage } from '../../../kit/list/ListPage.tsx';
import { call, download } from '../../../lib/api.ts';
import { useList } from '../../../lib/list-state.ts';
import { notify } from '../../../lib/notify.ts';
import { usePermission } from '../../../lib/permission.ts';
import { reading } from '../../../lib/query-client.ts';
import { reloadResult } from './reload-result.ts';
import { ReleaseNotice } from '../ReleaseNotice.tsx';
import './result.css';
import { runningOf } from './RunProgress.tsx';
import { Summary } from './Summary.tsx';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

const POLL_MS = 1500;

const filterOptions = Object.entries(resultFilters).map(([value, label]) => ({ value, label }));

const Place = ({ place }: { place: ResultPlace }) => {
  const { name, schoolName, parts, byHand, isFixed, drawn, flaw } = place;
  return (
    <span className="result-place">
      {isFixed && <PushpinFilled aria-label="固定" title="固定：重新求解时不变" />}
      <span>{name}</span>
      <span className="soft">
        {schoolName}，{ringWords[parts.ring as 0 | 1 | 2 | 3]} {parts.match / 100} 分
      </span>
      {byHand !== null && <Tag title={byHand}>人工</Tag>}
      {drawn !== null && <span className="soft">抽取产生的是{drawn}</span>}
      {flaw !== null && <Tag color="error">须更换：{flaw}</Tag>}
    </span>
  );
};

type FilePlaces = Pick<ResultFile, 'places' | 'need' | 'shortage' | 'isGone' | 'lapsed'>;

const Places = ({ places, need, shortage, isGone, lapsed }: FilePlaces) => (
  <span className="result-places">
    {isGone && <span className="result-short">申报已不在送审范围，发布时不发出</span>}
    {places.map((place) => (
      <Place key={place.assignmentId} place={place} />
    ))}
    {places.length < need && (
      <span>
        <span className="result-short">缺 {need - places.length} 人</span>
        {shortage && <span className="soft">：{shortage}</span>}
        {lapsed.length > 0 && <span className="soft">（已撤下：{[...new Set(lapsed)].join('、')}）</span>}
      </span>
    )}
  </span>
);

const columns: Column<ResultFile>[] = [
  text('no', '编号', { isLink: true, width: 130, sort: 'no', mobile: 'field' }),
  text('name', '申报人', { isLink: true, width: 100, mobile: 'title' }),
  text('schoolName', '学校', { width: 140, grows: true, mobile: 'field', hidePriority: 1 }),
  text('subject', '学科', { width: 160, grows: true, mobile: 'field', hidePriority: 2 }),
  cell('places', '专家', (file) => <Places {...file} />, { width: 340, grows: true, mobile: 'field' }),
];

const FileFacts = (file: ResultFile) => (
  <Facts
    items={[
      ['编号', file.no],
      ['袋号', file.bagNo],
      ['申报人', file.name],
      ['学校', file.schoolName],
      ['学科', file.subject],
      ['专家', <Places key="places" {...file} />],
    ]}
  />
);

const setFixed = async (id: number, files: readonly ResultFile[], isFixed: boolean) => {
  const { changed } = await call(drawResultApi.fix, {
    params: { id },
    body: { projectIds: files.map(({ projectId }) => projectId), isFixed },
  });
  notify.success(isFixed ? `已固定 ${changed} 处` : `已放开 ${changed} 处`);
  await reloadResult();
};

const Screen = ({ result, onLeave }: { result: DrawResultView; onLeave: () => void }) => {
  const list = useList(drawResultApi.files);
  const mayEdit = usePermission(['assignment:edit']);
  const [isImporting, setImporting] = useState(false);
  const { id, cycleId, denial } = result;
  const fix = (isFixed: boolean) => (files: readonly ResultFile[]) =>
    // A failed call has shown a notification.
    void setFixed(id, files, isFixed).catch(() => undefined);
  const canEdit = mayEdit && denial === null;
  return (
    <div className="result-screen">
      <PageHead title={`${result.cycleName} 第 ${result.no} 次抽取的结果`}>
        <Button onClick={onLeave}>返回抽取</Button>
      </PageHead>
      <ReleaseNotice id={id} />
      <Summary result={result} />
      <ListPage
        title="材料与专家"
        isPart
        row={{
          noun: '抽取结果',
          idOf: ({ projectId }) => projectId,
          keyParam: 'projectId',
          nameOf: ({ no, name }) => `${no} ${name}`,
          factsOf: FileFacts,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="编号、袋号、专家" />}
        filters={<SelectFilter list={list} name="kind" label="情况" options={filterOptions} />}
        tools={
          <>
            <Button
              onClick={() => void download(drawResultApi.sheet, { params: { id } }).catch(() => undefined)}
            >
              导出表格
            </Button>
            {canEdit && <Button onClick={() => setImporting(true)}>导入表格</Button>}
          </>
        }
        work={{
          rowActions: (file) => [
            {
              label: '换人',
              allow: 'review:list',
              // Opens with the exclusion reasons, which matter when an expert is replaced.
              href: `/review/assignment?cycleId=${cycleId}&id=${file.projectId}&why=1`,
            },
            // A project without experts has nothing to fix or unfix.
            ...(canEdit && file.places.length > 0
              ? [
                  file.places.every(({ isFixed }) => isFixed)
                    ? { label: '放开', allow: 'assignment:edit' as const, run: () => fix(false)([file]) }
                    : { label: '固定', allow: 'assignment:edit' as const, run: () => fix(true)([file]) },
                ]
              : []),
          ],
          ...(canEdit && {
            bulkActions: [
              { label: '固定', allow: 'assignment:edit', run: fix(true) },
              { label: '放开', allow: 'assignment:edit', run: fix(false) },
            ],
          }),
        }}
      />
      {isImporting && (
        <Suspense>
          <ImportDialog id={id} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
};

/** The result of a draw before its release: figures first, then projects with their experts. */
export default function ResultScreen({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { data, error, refetch } = useQuery({
    ...reading(drawResultApi.read, { params: { id } }),
    refetchInterval: ({ state }) =>
      runningOf(state.data?.runs.solve) || runningOf(state.data?.runs.repeat) ? POLL_MS : false,
  });
  if (data) return <Screen result={data} onLeave={onLeave} />;
  return (
    <section className="panel">
      <PageHead title="抽取结果">
        <Button onClick={onLeave}>返回抽取</Button>
      </PageHead>
      {error ? <Failed what="抽取结果" error={error} onRetry={() => void refetch()} /> : <Loading />}
    </section>
  );
}
