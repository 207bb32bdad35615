import type { ImportReport } from '@zhiping/shared/import-report.ts';
import { Alert, Button } from 'antd';
import { ScrollRegion } from '../display/ScrollRegion.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { csvOf } from './csv.ts';

const SHOWN = 200;

const summaryOf = ({ total, failed }: ImportReport) => {
  if (total === 0) return '表格里没有数据';
  return failed === 0
    ? `共 ${total} 条，没有错误，可以提交`
    : `共 ${total} 条，${failed} 条有错误，请修改后重新选择`;
};

/** The place as the workbook shows it: `3`, or `论文 3` on a further sheet. */
const placeOf = ({ sheet, row }: ImportReport['errors'][number]) =>
  sheet === undefined ? String(row) : `${sheet} ${row}`;

const errorCsvOf = ({ errors, notes = [] }: ImportReport) =>
  csvOf([
    ['行', '列', '内容', '原因'],
    ...[...errors, ...notes].map((problem) => {
      const { field, column, value, message } = problem;
      return [placeOf(problem), column ?? field, value, message];
    }),
  ]);

/** Which of several sheets was read, and which others look the same. */
const sheetWords = ({ name, unread }: NonNullable<ImportReport['sheet']>) => {
  const others = unread.map((one) => `「${one}」`).join('、');
  return `读取的是工作表「${name}」${others && `；${others}也有这些表头，没有读取`}`;
};

type Props = { fileName: string; report: ImportReport };

const ProblemTable = ({ label, problems }: { label: string; problems: ImportReport['errors'] }) => (
  <ScrollRegion label={label} className="import-errors">
    <table>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">列</th>
          <th scope="col">内容</th>
          <th scope="col">原因</th>
        </tr>
      </thead>
      <tbody>
        {problems.slice(0, SHOWN).map((problem) => {
          const { field, column, value, code, message } = problem;
          return (
            <tr key={`${placeOf(problem)}/${field}/${code}/${message}`}>
              <td className="import-place">{placeOf(problem)}</td>
              <td>{column ?? field}</td>
              <td>{value}</td>
              <td>{message}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
    {problems.length > SHOWN && <p>另有 {problems.length - SHOWN} 处未列出，见下载的明细。</p>}
  </ScrollRegion>
);

/** Errors and notes of a sheet, by row and column as the sheet shows them. */
export const ImportErrors = ({ fileName, report }: Props) => {
  const { total, failed, errors, notes = [], sheet } = report;
  return (
    <>
      <Alert
        type={total > 0 && failed === 0 ? 'success' : 'warning'}
        showIcon
        title={`${fileName}：${summaryOf(report)}`}
        description={sheet && sheetWords(sheet)}
      />
      {errors.length > 0 && <ProblemTable label="错误明细" problems={errors} />}
      {notes.length > 0 && (
        <>
          <Alert className="import-notes" type="info" showIcon title={`有 ${notes.length} 处需要留意`} />
          <ProblemTable label="留意事项" problems={notes} />
        </>
      )}
      {errors.length + notes.length > 0 && (
        <Button onClick={() => saveFile(errorCsvOf(report), '导入错误明细.csv')}>下载错误明细</Button>
      )}
    </>
  );
};
