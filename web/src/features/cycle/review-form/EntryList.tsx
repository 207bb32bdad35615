import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, useRef, useState, type ReactNode } from 'react';
import { announce } from '../../../lib/announce.ts';
import { movedTo, nameOf } from './form-draft.ts';
import { useFocusAfter } from './use-focus-after.ts';

type Entry = { key: string; name: string };
type Props<T extends Entry> = {
  noun: string;
  rows: readonly T[];
  most: number;
  create: () => T;
  onChange: (rows: T[]) => void;
  children: (row: T, index: number) => ReactNode;
};

const within = (key: string, part: string) => `[data-entry="${key}"] ${part}`;
const button = (action: string) => `[data-action="${action}"]:not(:disabled)`;

type Removed<T> = { row: T; index: number };

/** Cards that are added, removed and moved by buttons. A removed card can be restored until the next action. */
export const EntryList = <T extends Entry>({ noun, rows, most, create, onChange, children }: Props<T>) => {
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter(list);
  const [removed, setRemoved] = useState<Removed<T>>();
  const isFull = rows.length >= most;

  const change = (next: T[], gone?: Removed<T>) => {
    setRemoved(gone);
    onChange(next);
  };
  const move = (index: number, to: number) => {
    const { key, name } = rows[index]!;
    const [pressed, other] = to < index ? ['up', 'down'] : ['down', 'up'];
    focusAfter(within(key, button(pressed!)), within(key, button(other!)));
    change(movedTo(rows, index, to));
    announce(`「${nameOf(name, index)}」已移到第 ${to + 1} 项，共 ${rows.length} 项`);
  };
  const remove = (index: number) => {
    const row = rows[index]!;
    focusAfter(button('restore'));
    change(rows.toSpliced(index, 1), { row, index });
    announce(`已移除「${nameOf(row.name, index)}」，可以撤销`);
  };
  const restore = ({ row, index }: Removed<T>) => {
    focusAfter(within(row.key, button('remove')));
    change(rows.toSpliced(index, 0, row));
    announce(`已恢复「${nameOf(row.name, index)}」`);
  };
  const add = () => {
    const row = create();
    focusAfter(within(row.key, 'input'));
    change([...rows, row]);
  };

  const undo = (at: number) =>
    removed?.index === at && (
      <li className="entry-removed">
        已移除「{nameOf(removed.row.name, at)}」
        <Button data-action="restore" disabled={isFull} onClick={() => restore(removed)}>
          撤销
        </Button>
      </li>
    );

  return (
    <div ref={list}>
      <ol className="entry-list">
        {rows.map((row, index) => {
          const name = nameOf(row.name, index);
          return (
            <Fragment key={row.key}>
              {undo(index)}
              <li data-entry={row.key}>
                <fieldset className="entry">
                  <legend className="visually-hidden">
                    {noun} {index + 1}：{name}
                  </legend>
                  <div className="entry-head">
                    <span className="entry-number">
                      {noun} {index + 1}
                    </span>
                    <div className="entry-buttons">
                      <Button
                        data-action="up"
                        type="text"
                        icon={<ArrowUpOutlined />}
                        aria-label={`上移 ${name}`}
                        disabled={index === 0}
                        onClick={() => move(index, index - 1)}
                      />
                      <Button
                        data-action="down"
                        type="text"
                        icon={<ArrowDownOutlined />}
                        aria-label={`下移 ${name}`}
                        disabled={index === rows.length - 1}
                        onClick={() => move(index, index + 1)}
                      />
                      <Button
                        data-action="remove"
                        type="text"
                        danger
                        icon={<DeleteOutlined />}
                        aria-label={`移除 ${name}`}
                        onClick={() => remove(index)}
                      />
                    </div>
                  </div>
                  {children(row, index)}
                </fieldset>
              </li>
            </Fragment>
          );
        })}
        {undo(rows.length)}
      </ol>
      <div className="entry-add">
        <Button icon={<PlusOutlined />} disabled={isFull} onClick={add}>
          添加{noun}
        </Button>
        {isFull && <span className="soft">最多 {most} 项</span>}
      </div>
    </div>
  );
};
