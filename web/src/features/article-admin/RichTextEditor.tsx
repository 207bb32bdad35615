import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { isPicture } from '@zhiping/shared/rules/file-formats.ts';
import { useEffect, useRef } from 'react';
import '../../kit/rich-text.css';
import { notify } from '../../lib/notify.ts';
import { useTabVisible } from '../../lib/tab-context.ts';
import { FileProgress } from '../../kit/FileProgress.tsx';
import { useUploads } from '../../kit/use-uploads.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { EditorToolbar } from './EditorToolbar.tsx';
import { OwnImage, picturesIn } from './own-image.ts';
import './rich-text-editor.css';

/** What the server lets through and nothing else, so that nothing that was written disappears on saving. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => /^https?:\/\//i.test(url),
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  OwnImage,
];

type Props = { id?: string; value?: string; onChange?: (html: string) => void };

const Surface = ({ id = '', value = '', onChange }: Props) => {
  const known = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: { id, class: 'rich-text', role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' },
      handlePaste: (_view, { clipboardData }) => insert.current(picturesIn(clipboardData)),
      handleDrop: (_view, { dataTransfer }, _slice, isMoved) =>
        !isMoved && insert.current(picturesIn(dataTransfer)),
    },
    onUpdate: (update) => {
      known.current = update.editor.isEmpty ? '' : update.editor.getHTML();
      onChange?.(known.current);
    },
  });

  const { uploads, add, remove } = useUploads(articleApi.upload, ({ path, name, suffix }) => {
    if (isPicture(suffix)) editor.chain().focus().setImage({ src: path, alt: name }).run();
    else notify.warning('正文中只能插入图片，其他文件请添加为附件');
  });
  const insert = useLatest((files: File[]) => {
    if (files.length > 0) void add(files);
    return files.length > 0;
  });

  // A text that came by other means than typing, as the latest one after a conflict.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className="rich-text-editor">
      <EditorToolbar editor={editor} onPictures={(files) => void add(files)} />
      <FileProgress uploads={uploads} onDismiss={remove} />
      <EditorContent editor={editor} />
    </div>
  );
};

/** The editor of tiptap dies with its effects, so in a hidden tab there is none; the form keeps the text. */
export default function RichTextEditor(props: Props) {
  return useTabVisible() ? <Surface {...props} /> : <div className="rich-text-editor" />;
}
