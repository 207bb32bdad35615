import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Entry } from '@zhiping/shared/rules/project-form/form.ts';
import { Button, Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { newKey } from './form-ids.ts';
import { ignoredIn, isShifted, type Mapping, tableIn } from './paste-columns.ts';
import { type PastedEntry, pastedEntries } from './paste-entries.ts';
import { PasteMapping } from './PasteMapping.tsx';
import { PastePreview } from './PastePreview.tsx';

type Props = {
  noun: string;
  columns: Readonly<Record<string, Field<unknown>>>;
  /** Entries that exist already. */
  present: readonly Entry[];
  /** Number of entries that can still be added. */
  free: number;
  onAdd: (entries: Entry[]) => void;
  onClose: () => void;
};

const isFaulty = ({ problems }: PastedEntry) => problems.length > 0;

/**
 * Turns spreadsheet rows into entries; shows how they will be stored and what is not understood before they are added.
 */
export default function PasteDialog({ noun, columns, present, free, onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const [withFaults, setWithFaults] = useState(true);
  const [withSame, setWithSame] = useState(false);
  /** The mapping chosen by hand; otherwise the headings or the order decide. */
  const [chosen, setChosen] = useState<Mapping>();
  const [isChoosing, setChoosing] = useState(false);
  const table = useMemo(() => tableIn(text, columns), [text, columns]);
  const mapping = chosen ?? table.mapping;
  const rows = useMemo(
    () => pastedEntries(table, { mapping, columns, present, newKey }),
    [table, mapping, columns, present],
  );
  const shifted = useMemo(() => isShifted(table, mapping, columns), [table, mapping, columns]);
  const ignored = ignoredIn({ ...table, mapping });
  const faulty = rows.filter(isFaulty).length;
  const same = rows.filter((row) => row.same !== null).length;
  const isTaken = (row: PastedEntry) => (withFaults || !isFaulty(row)) && (withSame || row.same === null);
  const taken = rows.filter(isTaken);
  const tooMany = taken.length > free ? `最多还能添加 ${free} 条` : undefined;
  return (
    <Dialog
      open
      width={960}
      title={`从 Excel 粘贴${noun}`}
      problem={tooMany}
      okText={`添加 ${taken.length} 条`}
      okButtonProps={{ disabled: taken.length === 0 || tooMany !== undefined }}
      onCancel={onClose}
      onOk={() => {
        onAdd(taken.map(({ entry }) => entry));
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
        onChange={({ target }) => {
          setText(target.value);
          setChosen(undefined);
        }}
      />
      {rows.length > 0 && (
        <div aria-live="polite">
          <p>
            认出 {rows.length} 条，{rows.length - faulty} 条完整
            {faulty > 0 && `，${faulty} 条需要补充`}
            {same > 0 && `，${same} 条重复`}。
          </p>
          {shifted && (
            <p className="project-warn">
              列可能错位：多数内容与所在的栏目不符。请在下面选择每一列对应的栏目，或在 Excel
              中调整后重新粘贴。
            </p>
          )}
          {ignored.length > 0 && (
            <p className="project-warn">
              没有对应的列，不会添加：{ignored.join('、')}。可以在下面选择对应的栏目。
            </p>
          )}
          {shifted || isChoosing || chosen ? (
            <PasteMapping table={table} mapping={mapping} columns={columns} onChange={setChosen} />
          ) : (
            <Button type="link" className="paste-choose" onClick={() => setChoosing(true)}>
              选择各列对应的栏目
            </Button>
          )}
          <PastePreview rows={rows} columns={columns} isTaken={isTaken} />
          {faulty > 0 && (
            <Checkbox checked={withFaults} onChange={({ target }) => setWithFaults(target.checked)}>
              不完整的也添加，之后再补
            </Checkbox>
          )}
          {same > 0 && (
            <Checkbox checked={withSame} onChange={({ target }) => setWithSame(target.checked)}>
              重复的也添加
            </Checkbox>
          )}
        </div>
      )}
    </Dialog>
  );
}
