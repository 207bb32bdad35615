import {
  BoldOutlined,
  ItalicOutlined,
  LineOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import type { ReactNode } from 'react';

export type Tool = {
  label: string;
  icon?: ReactNode;
  /** Text of a button without an icon. */
  text?: string;
  /** The mark or node that the button toggles, with its attributes. */
  mark?: readonly [name: string, attributes?: Record<string, unknown>];
  run: (chain: ChainedCommands) => ChainedCommands;
};

const heading = (level: 2 | 3 | 4, text: string, label: string): Tool => ({
  label,
  text,
  mark: ['heading', { level }],
  run: (chain) => chain.toggleHeading({ level }),
});

export const textTools: readonly Tool[] = [
  { label: '撤销', icon: <UndoOutlined />, run: (chain) => chain.undo() },
  { label: '重做', icon: <RedoOutlined />, run: (chain) => chain.redo() },
  heading(2, '大标题', '大标题'),
  heading(3, '中标题', '中标题'),
  heading(4, '小标题', '小标题'),
  { label: '加粗', icon: <BoldOutlined />, mark: ['bold'], run: (chain) => chain.toggleBold() },
  { label: '倾斜', icon: <ItalicOutlined />, mark: ['italic'], run: (chain) => chain.toggleItalic() },
  {
    label: '下划线',
    icon: <UnderlineOutlined />,
    mark: ['underline'],
    run: (chain) => chain.toggleUnderline(),
  },
  {
    label: '删除线',
    icon: <StrikethroughOutlined />,
    mark: ['strike'],
    run: (chain) => chain.toggleStrike(),
  },
  {
    label: '项目列表',
    icon: <UnorderedListOutlined />,
    mark: ['bulletList'],
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: '编号列表',
    icon: <OrderedListOutlined />,
    mark: ['orderedList'],
    run: (chain) => chain.toggleOrderedList(),
  },
  { label: '引用', text: '引用', mark: ['blockquote'], run: (chain) => chain.toggleBlockquote() },
  { label: '插入横线', icon: <LineOutlined />, run: (chain) => chain.setHorizontalRule() },
  {
    label: '插入表格',
    icon: <TableOutlined />,
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
];

export const tableTools: readonly Tool[] = [
  { label: '增加行', text: '增加行', run: (chain) => chain.addRowAfter() },
  { label: '增加列', text: '增加列', run: (chain) => chain.addColumnAfter() },
  { label: '删除行', text: '删除行', run: (chain) => chain.deleteRow() },
  { label: '删除列', text: '删除列', run: (chain) => chain.deleteColumn() },
  { label: '删除表格', text: '删除表格', run: (chain) => chain.deleteTable() },
];

export const isActive = (editor: Editor, { mark }: Tool) =>
  mark !== undefined && editor.isActive(mark[0], mark[1]);

/** Only undo and redo are ever unavailable for long enough to be shown as disabled. */
export const canDo = (editor: Editor, { label }: Tool) => {
  if (label === '撤销') return editor.can().undo();
  if (label === '重做') return editor.can().redo();
  return true;
};
