import { useQuery } from '@tanstack/react-query';
import { projectListApi, type ProjectSheet, projectSheets } from '@zhiping/shared/contracts/project-list.ts';
import { Button } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { Empty, Failed, Loading } from '../../../kit/display/states.tsx';
import { Unbroken } from '../../../kit/display/Unbroken.tsx';
import { Paper } from '../../../kit/display/Paper.tsx';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { urlOf } from '../../../lib/api.ts';
import { parseQuery, patchParams } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import '../project.css';
import './sheet-screen.css';

const kinds = Object.keys(projectSheets) as ProjectSheet[];
const isKind = (value: string | null): value is ProjectSheet => kinds.some((kind) => kind === value);

/** Texts up to this length, such as names, are never broken, however narrow the column is. */
const BRIEF = 4;
const classOf = (text: string) => (text.length <= BRIEF ? 'unbroken' : undefined);

const SheetTable = ({ headers, rows }: { headers: readonly string[]; rows: readonly string[][] }) => (
  <table className="sheet-table">
    <thead>
      <tr>
        {headers.map((header) => (
          <th key={header} scope="col" className={classOf(header)}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.slice(0, 2).join(' ')}>
          {row.map((value, column) => (
            <td key={headers[column]} className={classOf(value)}>
              <Unbroken text={value} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Fields for signature and seal of the unit that passes the sheet on. The sheet for public display has none. */
const Seals = () => (
  <p className="sheet-seals">
    <span>填报单位（盖章）：</span>
    <span>负责人：</span>
    <span>填报人：</span>
    <span>日期：　　　　年　　月　　日</span>
  </p>
);

/** The listed projects as one of the usual official sheets: on screen, in print, or as Excel. */
export const SheetScreen = ({ sheet, onLeave }: { sheet: string; onLeave: () => void }) => {
  const [params] = useSearchParams();
  const kind = isKind(sheet) ? sheet : 'roster';
  const listed = new URLSearchParams(params);
  for (const name of ['sheet', 'page', 'size', 'kind']) listed.delete(name);
  listed.set('kind', kind);
  const query = parseQuery(projectListApi.sheet.query, listed);
  const { data, error, refetch } = useQuery(reading(projectListApi.sheet, { query }));
  const { data: cycles = [] } = useQuery(reading(projectListApi.cycles));
  const cycle = cycles.find(({ id }) => id === query.cycleId)?.name ?? '各批次';
  return (
    <section className="panel">
      <PageHead title={projectSheets[kind]}>
        <PrintButton label={`打印${projectSheets[kind]}`} />
        <Button href={urlOf(projectListApi.sheetDownload, { query })} download>
          导出 Excel
        </Button>
        <Button onClick={onLeave}>返回列表</Button>
      </PageHead>
      <nav className="sheet-kinds" aria-label="汇总表">
        {kinds.map((one) => (
          <Link
            key={one}
            to={`?${patchParams(params, { sheet: one })}`}
            aria-current={one === kind ? 'page' : undefined}
          >
            {projectSheets[one]}
          </Link>
        ))}
      </nav>
      {error && <Failed what={projectSheets[kind]} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.rows.length === 0 && <Empty text="没有已提交的申报" />}
      {data && data.rows.length > 0 && (
        <>
          <p className="soft">
            {cycle}：列表中已提交的申报，{data.isCut ? '前' : '共'} {data.rows.length} 人
            {data.isCut && '，全部请导出 Excel'}
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas need keyboard access */}
          <div className="sheet-wide" role="region" aria-label={projectSheets[kind]} tabIndex={0}>
            <SheetTable {...data} />
          </div>
          <Paper kind="detail" title={projectSheets[kind]} isLandscape>
            {/* The overview has many columns and is customarily printed on A3. */}
            {kind === 'overview' && <style>{'@page landscape { size: A3 landscape; }'}</style>}
            <p className="paper-facts">
              <span>{cycle}</span>
              <span>
                {data.isCut ? '前' : '共'} {data.rows.length} 人
              </span>
            </p>
            <SheetTable {...data} />
            {kind !== 'eligible' && <Seals />}
          </Paper>
        </>
      )}
    </section>
  );
};
