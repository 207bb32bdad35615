import { Alert, Button } from 'antd';
import { useRef } from 'react';
import { download } from '../../lib/api.ts';
import { isOpen } from '../../lib/tasks.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useImport, type Import } from './use-import.ts';
import './import-dialog.css';

const commitLabel = ({ canCommit, isWhole, good }: ReturnType<typeof useImport>) => {
  if (!canCommit) return '提交';
  return isWhole ? `提交 ${good} 条` : `只导入无误的 ${good} 条`;
};

/** Import in steps: template, upload, check, and only then store: all rows or none, or those without errors. */
export default function ImportDialog(props: Import & { onClose: () => void }) {
  const { noun, template, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  const work = useImport(props);
  const { report, task, isStored } = work;
  const isChosen = !props.choice || props.choice.query !== undefined;

  return (
    <Dialog
      open
      title={`导入${noun}`}
      width={720}
      okText={commitLabel(work)}
      okButtonProps={{ disabled: !work.canCommit }}
      confirmLoading={work.isBusy}
      cancelText={isStored || (task && isOpen(task)) ? '关闭' : '取消'}
      onOk={() => void work.commit()}
      onCancel={onClose}
    >
      {props.choice?.fields}
      <ol className="import-steps">
        <li>
          下载模板，按表头填写。
          {/* `download` has already shown the error in a notification. */}
          <Button onClick={() => void download(template).catch(() => undefined)}>下载模板</Button>
        </li>
        <li>
          选择填好的表格，系统先检查，不会保存。
          <Button disabled={work.isBusy || !isChosen} onClick={() => input.current?.click()}>
            {report ? '重新选择' : '选择文件'}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xlsx"
            aria-label="选择表格文件"
            onChange={({ target }) => {
              void work.check(target.files?.[0]);
              // Otherwise choosing the same file again, corrected, fires no change event.
              target.value = '';
            }}
          />
        </li>
        <li>
          {props.allowsPartial
            ? '没有错误后提交；也可以先导入没有错误的行，其余改好再导入。'
            : '没有错误后提交：全部导入，或者都不导入。'}
        </li>
      </ol>
      {task && isOpen(task) && <ImportProgress task={task} />}
      <div aria-live="polite">
        {work.problem && <Alert type="error" showIcon title={work.problem} />}
        {task?.state === 'failed' && <Alert type="error" showIcon title={task.error} />}
        {isStored && <Alert type="success" showIcon title={`已导入 ${report?.created} 个${noun}`} />}
        {report && !isStored && <ImportErrors fileName={work.fileName ?? '上传的表格'} report={report} />}
      </div>
    </Dialog>
  );
}
