import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import { App, Button } from 'antd';
import type { z } from 'zod';
import { notify } from '../../../lib/notify.ts';
import { saveFile } from '../../../lib/save-file.ts';
import './bulk-report.css';
import { csvOf } from '../../import/csv.ts';

type Report = z.output<typeof BulkReport>;

const failureCsvOf = ({ failed }: Report) =>
  csvOf([['名称', '原因'], ...failed.map(({ name, message }) => [name, message])]);

const Failures = ({ report }: { report: Report }) => (
  <>
    <ul className="bulk-failures">
      {report.failed.map(({ id, name, message }) => (
        <li key={id}>
          {name}：{message}
        </li>
      ))}
    </ul>
    <Button onClick={() => saveFile(failureCsvOf(report), '失败明细.csv')}>下载明细</Button>
  </>
);

/** Shows the success of a bulk action, or a dialog with the failed rows and their reasons. */
export const useBulkReport = () => {
  const { modal } = App.useApp();
  return (done: string, report: Report) => {
    if (report.failed.length === 0) {
      notify.success(done);
      return;
    }
    void modal.warning({
      title: `成功 ${report.succeeded}，失败 ${report.failed.length}`,
      content: <Failures report={report} />,
      okText: '知道了',
    });
  };
};
