import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { Button, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { Field } from '../../../kit/form/Field.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { ImportErrors } from '../../../kit/import/ImportErrors.tsx';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { type Answer, call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { FiguresTable } from '../../../kit/display/FiguresTable.tsx';
import { reloadResult } from './reload-result.ts';

type Report = Answer<typeof drawResultApi.import>;
type Checked = { file: File; report: Report };

/** Imports a changed sheet of the result: first shows its effects, then applies all of it with a reason, or nothing. */
export default function ImportDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [form] = Form.useForm<{ reason: string }>();
  const [checked, setChecked] = useState<Checked>();
  const report = checked?.report;
  const canSave = report?.failed === 0 && report.changed > 0;
  const check = useAction(async (file: File) => {
    setChecked(undefined);
    const answer = await call(drawResultApi.import, {
      params: { id },
      file,
      query: { dryRun: true },
      quiet: true,
    });
    setChecked({ file, report: answer });
  }, '无法读取这个文件');
  const { submit, isSending, problem } = useSubmit<{ reason: string }>(form, async ({ reason }) => {
    if (!checked) return;
    const answer = await call(drawResultApi.import, {
      params: { id },
      file: checked.file,
      query: { reason },
      quiet: true,
    });
    if (answer.failed > 0) return setChecked({ ...checked, report: answer });
    notify.success(`已按表格更改 ${answer.changed} 处`);
    await reloadResult();
    onClose();
  });
  return (
    <Dialog
      open
      width={720}
      title="导入抽取结果"
      problem={problem ?? check.problem}
      okText={canSave ? `更改 ${report.changed} 处` : '更改'}
      okButtonProps={{ disabled: !canSave }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        在导出的表格中改专家姓名或「固定」一列后导入。表格中没有的材料不变，专家留空的名额变为空缺。先检查，不会保存。
      </p>
      <Button loading={check.isPending} onClick={() => input.current?.click()}>
        {checked ? '重新选择' : '选择文件'}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".xlsx"
        aria-label="选择抽取结果表格"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void check.run(file);
          // Cleared, so that a corrected file of the same name can be chosen again.
          target.value = '';
        }}
      />
      <div aria-live="polite" className="result-import">
        {report && report.failed > 0 && <ImportErrors fileName={checked.file.name} report={report} />}
        {report?.failed === 0 && report.changed === 0 && <p>表格与现在的结果相同，没有变动。</p>}
        {canSave && report.figures && (
          <FiguresTable
            caption={`表格更改 ${report.changed} 处，更改前后`}
            columns={[
              { name: '现在', figures: report.figures.before },
              { name: '更改后', figures: report.figures.after },
            ]}
          />
        )}
      </div>
      {canSave && (
        <Form form={form} name="import-result" layout="vertical" onFinish={submit}>
          <Field schema={drawResultApi.apply.body} name="reason" label="原因" required>
            <Input.TextArea autoSize={{ minRows: 2 }} />
          </Field>
        </Form>
      )}
    </Dialog>
  );
}
