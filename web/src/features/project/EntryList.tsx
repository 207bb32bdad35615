import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import type { Field, List } from '@zhiping/shared/rules/project-form/fields.ts';
import { type Entry, possibleWorks } from '@zhiping/shared/rules/project-form/form.ts';
import { Button, Tag } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { useFormWork } from './form-context.ts';
import { FormFields } from './FormFields.tsx';
import { ReturnReasons } from './ReturnReasons.tsx';
import { idOf, newKey } from './form-ids.ts';

const PasteDialog = lazy(() => import('./PasteDialog.tsx'));

type Columns = Readonly<Record<string, Field<unknown>>>;
type Props = {
  at: string;
  list: List<Columns>;
  entries: readonly Entry[];
  canPaste: boolean;
  /** The only list of its part, whose heading already names it. */
  isOnly: boolean;
  /** The materials of an entry, below its fields. */
  filesOf?: (entry: Entry) => ReactNode;
};

/** The first column names an entry, and some others distinguish it from its neighbours. */
const useSummary = (columns: Columns) => {
  const { form } = useFormWork();
  const works = possibleWorks(form);
  const [first, ...others] = Object.keys(columns);
  const wordOf = (entry: Entry, name: string) => {
    const field = columns[name]!;
    const value = entry[name];
    if (value === null || value === undefined || value === '') return '';
    if (field.input.kind === 'entry')
      return works.find((work) => work.entry.key === value)?.entry.title ?? '（成果已删除）';
    const word = field.inWords(value);
    return field.input.kind === 'number' && name !== 'year' ? `${field.label} ${word}` : word;
  };
  return (entry: Entry) => ({
    name: wordOf(entry, first!),
    facts: others
      .filter((name) => columns[name]!.input.kind !== 'longText')
      .map((name) => wordOf(entry, name))
      .filter(Boolean)
      .slice(0, 4)
      .join(' · '),
  });
};

const blank = (columns: Columns): Entry => ({
  ...Object.fromEntries(Object.keys(columns).map((name) => [name, null])),
  key: newKey(),
});

/** Entries of one kind as a list; one of them is open for editing. */
export const EntryList = ({
  at,
  list: { title, noun, most, columns },
  entries,
  canPaste,
  isOnly,
  filesOf,
}: Props) => {
  const { changeEntries, problems, notes, target } = useFormWork();
  const [open, setOpen] = useState<string>();
  const [isPasting, setPasting] = useState(false);
  const [asked, setAsked] = useState<string>();
  const confirm = useConfirm();
  // The element to focus after the next render, so that keyboard users continue there.
  const next = useRef<string>(undefined);
  useEffect(() => {
    const element = next.current && document.querySelector<HTMLElement>(`#${CSS.escape(idOf(next.current))}`);
    if (!element) return;
    next.current = undefined;
    element.focus();
  });
  const summary = useSummary(columns);
  // A link to a field opens its entry.
  const [, , key] = target?.startsWith(`${at}.`) ? target.split('.') : [];
  if (target !== asked) {
    setAsked(target);
    if (key) setOpen(key);
  }

  const move = (entry: Entry, by: 1 | -1) =>
    changeEntries(at, (before) => {
      const index = before.findIndex((one) => one.key === entry.key);
      const to = index + by;
      return index < 0 || to < 0 ? before : before.toSpliced(index, 1).toSpliced(to, 0, before[index]!);
    });
  const add = () => {
    const entry = blank(columns);
    changeEntries(at, (before) => [...before, entry]);
    setOpen(entry.key);
    next.current = `${at}.${entry.key}.${Object.keys(columns)[0]!}`;
  };
  const close = ({ key: closed }: Entry) => {
    setOpen(undefined);
    next.current = `${at}.${closed}`;
  };

  return (
    <section className="project-list" aria-label={title}>
      <div className="project-list-head">
        <h3 className={isOnly ? 'visually-hidden' : undefined}>
          {title}
          {entries.length > 0 && <span className="soft"> {entries.length} 条</span>}
        </h3>
        {canPaste && (
          <Button type="link" icon={<CopyOutlined />} onClick={() => setPasting(true)}>
            从 Excel 粘贴
          </Button>
        )}
      </div>
      <ReturnReasons path={at} />
      <ol>
        {entries.map((entry, index) => {
          const { name, facts } = summary(entry);
          const wrong = problems.filter(({ path }) => path.startsWith(`${at}.${entry.key}.`)).length;
          const isNoted = notes.some(({ path }) => path.startsWith(`${at}.${entry.key}`));
          const isOpen = open === entry.key;
          const label = name || `第 ${index + 1} 条${noun}`;
          return (
            <li key={entry.key} className={isOpen ? 'project-entry open' : 'project-entry'}>
              <div className="project-entry-head">
                <div className="project-entry-words">
                  <strong>{label}</strong>
                  {facts && <span className="soft">{facts}</span>}
                </div>
                {isNoted && !isOpen && <Tag color="warning">有退回意见</Tag>}
                {wrong > 0 && !isOpen && <Tag color="warning">缺 {wrong} 项</Tag>}
                <div className="project-entry-buttons">
                  <Button
                    id={idOf(`${at}.${entry.key}`)}
                    type="text"
                    icon={<EditOutlined />}
                    aria-expanded={isOpen}
                    aria-label={`${isOpen ? '收起' : '修改'} ${label}`}
                    onClick={() => setOpen(isOpen ? undefined : entry.key)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移 ${label}`}
                    disabled={index === 0}
                    onClick={() => move(entry, -1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移 ${label}`}
                    disabled={index === entries.length - 1}
                    onClick={() => move(entry, 1)}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={`删除 ${label}`}
                    onClick={() =>
                      confirm({
                        title: `删除「${label}」`,
                        consequence: `这条${noun}的内容将一并删除。`,
                        verb: '删除',
                        next: () => document.querySelector(`#${CSS.escape(idOf(at))}`),
                        act: async () =>
                          changeEntries(at, (before) => before.filter((one) => one.key !== entry.key)),
                      })
                    }
                  />
                </div>
              </div>
              {isOpen && (
                <div className="project-entry-body">
                  <ReturnReasons path={`${at}.${entry.key}`} />
                  <FormFields at={`${at}.${entry.key}`} fields={columns} values={entry} />
                  {filesOf?.(entry)}
                  <Button onClick={() => close(entry)}>完成</Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Button id={idOf(at)} icon={<PlusOutlined />} disabled={entries.length >= most} onClick={add}>
        添加{noun}
      </Button>
      {isPasting && (
        <Suspense>
          <PasteDialog
            noun={noun}
            columns={columns}
            present={entries}
            free={most - entries.length}
            onAdd={(added) => changeEntries(at, (before) => [...before, ...added])}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
    </section>
  );
};
