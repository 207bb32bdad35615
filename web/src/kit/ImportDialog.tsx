import type { ImportReport } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, call, download } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { refresh } from '../lib/query-client.ts';
import { Dialog } from './Dialog.tsx';
import type { Import } from './ImportButton.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import './import-dialog.css';

type Checked = { file: File; report: ImportReport };

/** Template, upload, look at what is wrong, and only then store: all rows or none. */
export default function ImportDialog({ noun, template, api, onClose }: Import & { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const canCommit = checked !== undefined && checked.report.total > 0 && checked.report.failed === 0;

  const send = async (file: File, dryRun: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const input = { file, query: { dryRun }, quiet: true } as object;
      return (await call<Endpoint>(api, input)) as ImportReport;
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '无法读取这个文件');
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const check = async (file: File | undefined) => {
    if (!file) return;
    setChecked(undefined);
    const report = await send(file, true);
    if (report) setChecked({ file, report });
  };

  const commit = async () => {
    const report = await send(checked!.file, false);
    if (!report) return;
    if (report.failed > 0) {
      setChecked({ ...checked!, report });
      return;
    }
    await refresh(api, template);
    notify.success(`已导入 ${report.created} 个${noun}`);
    onClose();
  };

  return (
    <Dialog
      open
      title={`导入${noun}`}
      width={720}
      okText={canCommit ? `提交 ${checked.report.total} 条` : '提交'}
      okButtonProps={{ disabled: !canCommit }}
      confirmLoading={isBusy}
      cancelText="取消"
      onOk={() => void commit()}
      onCancel={onClose}
    >
      <ol className="import-steps">
        <li>
          下载模板，按表头填写。
          {/* A failed call has been told by a notification. */}
          <Button onClick={() => void download(template).catch(() => undefined)}>下载模板</Button>
        </li>
        <li>
          选择填好的表格，系统先检查，不会保存。
          <Button onClick={() => input.current?.click()}>{checked ? '重新选择' : '选择文件'}</Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xlsx"
            aria-label="选择表格文件"
            onChange={({ target }) => {
              void check(target.files?.[0]);
              // The same file, mended, is to be checked again.
              target.value = '';
            }}
          />
        </li>
        <li>没有错误后提交：全部导入，或者都不导入。</li>
      </ol>
      <div aria-live="polite">
        {problem && <Alert type="error" showIcon title={problem} />}
        {checked && <ImportErrors fileName={checked.file.name} report={checked.report} />}
      </div>
    </Dialog>
  );
}
