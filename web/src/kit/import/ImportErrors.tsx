import type { ImportReport } from '@zhiping/shared/import-report.ts';
import { Alert, Button } from 'antd';
import { saveFile } from '../../lib/save-file.ts';
import { csvOf } from './csv.ts';

const SHOWN = 200;

const summaryOf = ({ total, failed }: ImportReport) => {
  if (total === 0) return '表格里没有数据';
  return failed === 0
    ? `共 ${total} 条，没有错误，可以提交`
    : `共 ${total} 条，${failed} 条有错误，请修改后重新选择`;
};

const sheetOf = ({ errors }: ImportReport) =>
  csvOf([
    ['行', '列', '内容', '原因'],
    ...errors.map(({ row, field, column, value, message }) => [String(row), column ?? field, value, message]),
  ]);

type Props = { fileName: string; report: ImportReport };

/** What is wrong with a sheet, by row and column as the sheet shows them. */
export const ImportErrors = ({ fileName, report }: Props) => {
  const { total, failed, errors } = report;
  return (
    <>
      <Alert
        type={total > 0 && failed === 0 ? 'success' : 'warning'}
        showIcon
        title={`${fileName}：${summaryOf(report)}`}
      />
      {errors.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Reached by keyboard, so that it can be scrolled.
        <div className="import-errors" role="region" aria-label="错误明细" tabIndex={0}>
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
              {errors.slice(0, SHOWN).map(({ row, field, column, value, code, message }) => (
                <tr key={`${row}/${field}/${code}`}>
                  <td>{row}</td>
                  <td>{column ?? field}</td>
                  <td>{value}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {errors.length > SHOWN && <p>另有 {errors.length - SHOWN} 处错误未列出，见错误明细。</p>}
        </div>
      )}
      {errors.length > 0 && (
        <Button onClick={() => saveFile(sheetOf(report), '导入错误明细.csv')}>下载错误明细</Button>
      )}
    </>
  );
};
