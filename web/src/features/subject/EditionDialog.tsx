import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { subjectApi, type EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { ImportErrors } from '../../kit/import/ImportErrors.tsx';
import '../../kit/import/import-dialog.css';
import { download } from '../../lib/api.ts';
import { DictSelect } from '../../pickers/DictSelect.tsx';
import { EditionPreview } from './EditionPreview.tsx';
import { useEdition } from './use-edition.ts';

const failedRows = ({ errors }: EditionReport) => new Set(errors.map(({ row }) => row)).size;

/** Imports a new edition in steps: catalogue, sheet, preview, and only then the change. */
export default function EditionDialog({
  catalog: chosen,
  onClose,
}: {
  catalog: string | undefined;
  onClose: () => void;
}) {
  const [catalog, setCatalog] = useState(chosen);
  const input = useRef<HTMLInputElement>(null);
  const work = useEdition(catalog, onClose);
  const { report } = work;
  // A failed call has shown a notification.
  const save = (...call: Parameters<typeof download>) => void download(...call).catch(() => undefined);

  return (
    <Dialog
      open
      title="导入新版学科目录"
      width={720}
      okText="更新目录"
      okButtonProps={{ disabled: !work.canCommit }}
      confirmLoading={work.isBusy}
      onOk={() => void work.commit()}
      onCancel={onClose}
    >
      <ol className="import-steps">
        <li>
          选择目录。
          <DictSelect
            className="edition-catalog"
            dict={SUBJECT_CATALOG_DICT}
            aria-label="目录"
            placeholder="请选择目录"
            disabled={work.isBusy}
            value={catalog ?? null}
            onChange={(value: string) => {
              setCatalog(value);
              work.forget();
            }}
          />
        </li>
        <li>
          下载模板，或者在现有目录上修改；表格须包含新版的全部学科。
          <Button onClick={() => save(subjectApi.template)}>下载模板</Button>
          <Button
            disabled={!catalog}
            onClick={() => save(subjectApi.download, { query: { catalog, enabled: true } })}
          >
            下载现有目录
          </Button>
        </li>
        <li>
          选择填好的表格，系统先列出变化，不会保存。
          <Button disabled={!catalog || work.isBusy} onClick={() => input.current?.click()}>
            {report ? '重新选择' : '选择文件'}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xlsx"
            aria-label="选择目录文件"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void work.preview(file);
              // Cleared, so that a corrected file of the same name can be chosen again.
              target.value = '';
            }}
          />
        </li>
      </ol>
      <div aria-live="polite">
        {work.problem && <Alert className="form-problem" type="error" showIcon title={work.problem} />}
        {report && report.errors.length > 0 && (
          <ImportErrors
            fileName={work.fileName ?? '上传的表格'}
            report={{ total: report.total, created: 0, failed: failedRows(report), errors: report.errors }}
          />
        )}
        {report?.errors.length === 0 && (
          <EditionPreview report={report} moves={work.moves} onMove={work.setMove} />
        )}
      </div>
    </Dialog>
  );
}
