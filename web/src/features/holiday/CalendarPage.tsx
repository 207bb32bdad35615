import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FIRST_YEAR, holidayApi, LAST_YEAR, type Holiday } from '@zhiping/shared/contracts/holiday.ts';
import { isWeekend } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { Alert, Button } from 'antd';
import { lazy, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { Paper } from '../../kit/display/Paper.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { EditDrawer, NEW } from '../../kit/form/EditDrawer.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import { Arrangements } from './Arrangements.tsx';
import './calendar.css';
import { Corrections } from './Corrections.tsx';
import { PeriodForm } from './PeriodForm.tsx';
import { YearGrid } from './YearGrid.tsx';

const HolidayFields = lazy(() => import('./HolidayFields.tsx'));

/** A new correction starts with the selected day and the opposite of its kind. */
const editorAt = (day: string | undefined, isFree: boolean) =>
  editorOf({
    api: holidayApi,
    allow: { create: 'holiday:edit', update: 'holiday:edit' },
    valuesOf: (correction: Holiday | undefined) => ({
      day: correction?.day ?? day,
      toDay: undefined,
      kind: correction?.kind ?? (isFree ? 'work' : 'off'),
      name: correction?.name,
      remark: correction?.remark ?? null,
    }),
    fields: (correction) => <HolidayFields correction={correction} />,
    refreshes: [holidayApi.year, holidayApi.period],
  });

const Legend = ({ workingDays }: { workingDays: number }) => (
  <p className="calendar-legend">
    全年 <strong>{workingDays}</strong> 个工作日。
    <span className="calendar-day calendar-free">
      1<span className="calendar-mark">休</span>
    </span>
    放假
    <span className="calendar-day calendar-swapped">
      1<span className="calendar-mark">班</span>
    </span>
    周末上班
    <span className="calendar-day calendar-corrected">1</span>
    评审办更正
  </p>
);

const thisYear = () => Number(formatDateTime(new Date()).slice(0, 4));
const yearIn = (params: URLSearchParams) => {
  const year = Number(params.get('year'));
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : thisYear();
};

export default function CalendarPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayEdit = usePermission(['holiday:edit']);
  const year = yearIn(params);
  const query = useQuery({
    ...reading(holidayApi.year, { query: { year } }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, refetch } = query;
  const corrections = data?.corrections ?? [];

  const hrefOf = (values: Record<string, string | number>) => {
    const next = new URLSearchParams({ year: String(year) });
    for (const [name, value] of Object.entries(values)) next.set(name, String(value));
    return `?${next}`;
  };
  const go = (href: string) => void navigate(href);
  const choose = (day: string) => {
    const known = corrections.find((one) => one.day === day);
    go(hrefOf(known ? { edit: known.id } : { edit: NEW, day }));
  };

  const chosen = params.get('day') ?? undefined;
  const isTaken = corrections.some(({ day }) => day === chosen);
  const kind = data?.special.find(({ day }) => day === chosen)?.kind;
  const isFree = chosen !== undefined && (kind ? kind === 'off' : isWeekend(chosen));
  const editor = useMemo(() => editorAt(isTaken ? undefined : chosen, isFree), [chosen, isTaken, isFree]);

  return (
    <section className="panel">
      <PageHead title="工作日历">
        <nav className="calendar-years" aria-label="年份">
          <Button
            icon={<LeftOutlined />}
            aria-label="上一年"
            disabled={year <= FIRST_YEAR}
            onClick={() => go(hrefOf({ year: year - 1 }))}
          />
          <strong aria-live="polite">{year} 年</strong>
          <Button
            icon={<RightOutlined />}
            aria-label="下一年"
            disabled={year >= LAST_YEAR}
            onClick={() => go(hrefOf({ year: year + 1 }))}
          />
        </nav>
        <Can roles={['holiday:edit']}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => go(hrefOf({ edit: NEW }))}>
            新增更正
          </Button>
        </Can>
        <PrintButton label="打印日历" />
      </PageHead>
      {!data && !error && <Loading rows={12} />}
      {error && <Failed what="工作日历" error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="calendar" aria-busy={isFetching}>
          <div className="calendar-main">
            {!data.isPublished && (
              <Alert
                type="warning"
                showIcon
                title={`产品尚不知道国务院办公厅 ${data.year} 年的放假安排，这里只有法定节假日。安排公布后请更新产品，或在这里更正调休的日子。`}
              />
            )}
            <Legend workingDays={data.workingDays} />
            <YearGrid calendar={data} onChoose={mayEdit ? choose : undefined} />
          </div>
          <aside className="calendar-aside">
            <h2>推算工作日</h2>
            <PeriodForm />
            <h2>放假安排</h2>
            <Arrangements special={data.special} />
            <h2>更正记录</h2>
            {corrections.length > 0 ? (
              <Corrections corrections={corrections} hrefOf={(edit) => hrefOf({ edit })} />
            ) : (
              <p className="soft small">
                {data.year} 年没有更正{mayEdit && '。点日历中的一天可以更正'}
              </p>
            )}
          </aside>
          <Paper kind="list" title={`${data.year} 年工作日历`}>
            <Legend workingDays={data.workingDays} />
            <YearGrid calendar={data} onChoose={undefined} />
            <Arrangements special={data.special} />
          </Paper>
        </div>
      )}
      <EditDrawer
        noun="工作日更正"
        editor={editor}
        idOf={({ id }) => id}
        nameOf={({ day }) => day}
        rows={corrections}
        isLoaded={!isFetching}
        findLatest={async ({ id }) => (await refetch()).data?.corrections.find((one) => one.id === id)}
        onSaved={() => undefined}
      />
    </section>
  );
}
