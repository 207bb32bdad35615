import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Entry } from '@zhiping/shared/rules/project-form/form.ts';
import { Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { newKey } from './form-ids.ts';
import { ignoredIn, pastedEntries } from './paste-entries.ts';

type Props = {
  noun: string;
  columns: Readonly<Record<string, Field<unknown>>>;
  /** How many more fit. */
  free: number;
  onAdd: (entries: Entry[]) => void;
  onClose: () => void;
};

/** Rows of a spreadsheet become entries; what cannot be understood is told before they are taken. */
export default function PasteDialog({ noun, columns, free, onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const [withFaults, setWithFaults] = useState(true);
  const rows = useMemo(() => pastedEntries(text, columns, newKey), [text, columns]);
  const ignored = useMemo(() => ignoredIn(text, columns), [text, columns]);
  const good = rows.filter(({ problems }) => problems.length === 0).length;
  const chosen = withFaults ? rows : rows.filter(({ problems }) => problems.length === 0);
  const tooMany = chosen.length > free ? `最多还能添加 ${free} 条` : undefined;
  return (
    <Dialog
      open
      width={720}
      title={`从 Excel 粘贴${noun}`}
      problem={tooMany}
      okText={`添加 ${chosen.length} 条`}
      okButtonProps={{ disabled: chosen.length === 0 || tooMany !== undefined }}
      onCancel={onClose}
      onOk={() => {
        onAdd(chosen.map(({ entry }) => entry));
        onClose();
      }}
    >
      <p>
        在 Excel 中选中若干行复制，粘贴到下面。有表头时按表头对应，没有表头时按这个顺序：
        {Object.values(columns)
          .map(({ label }) => label)
          .join('、')}
        。
      </p>
      <Input.TextArea
        aria-label="从 Excel 复制的内容"
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {rows.length > 0 && (
        <div aria-live="polite">
          <p>
            认出 {rows.length} 条，{good} 条完整
            {good < rows.length && `，${rows.length - good} 条需要补充`}。
          </p>
          {ignored.length > 0 && (
            <p className="project-warn">
              没有对应的列，不会添加：{ignored.join('、')}。可以把表头改成上面的名称再粘贴。
            </p>
          )}
          {good < rows.length && (
            <>
              <ol className="project-pasted">
                {rows.map(({ entry, problems }, index) =>
                  problems.length === 0 ? null : (
                    <li key={entry.key} value={index + 1}>
                      {problems.join('；')}
                    </li>
                  ),
                )}
              </ol>
              <Checkbox checked={withFaults} onChange={({ target }) => setWithFaults(target.checked)}>
                不完整的也添加，之后再补
              </Checkbox>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
