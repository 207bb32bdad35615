import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { articleApi, type Attachment } from '@zhiping/shared/contracts/article.ts';
import { isPicture } from '@zhiping/shared/rules/file/formats.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import '../../../kit/display/rich-text.css';
import { notify } from '../../../lib/notify.ts';
import { useTabVisible } from '../../../lib/tab-context.ts';
import { FileProgress } from '../../../kit/form/FileProgress.tsx';
import { type Upload, useUploads } from '../../../kit/form/use-uploads.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { EditorToolbar } from './EditorToolbar.tsx';
import { OwnImage, picturesIn } from './own-image.ts';
import './rich-text-editor.css';

/** Exactly the markup that the server accepts, so that nothing disappears on saving. */
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

type Props = {
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
  onUploads: (uploads: readonly Upload[]) => void;
};
const none: readonly Attachment[] = [];
type SurfaceProps = Omit<Props, 'onUploads'> & {
  sending: Pick<ReturnType<typeof useUploads>, 'uploads' | 'add' | 'remove'>;
  /** Uploaded pictures that are not in the text yet. */
  arrived: readonly Attachment[];
  onInserted: () => void;
};

const Surface = ({ id = '', value = '', onChange, sending, arrived, onInserted }: SurfaceProps) => {
  const { uploads, add, remove } = sending;
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

  const insert = useLatest((files: File[]) => {
    if (files.length > 0) void add(files);
    return files.length > 0;
  });

  useEffect(() => {
    if (arrived.length === 0) return;
    for (const { path, name } of arrived) editor.chain().focus().setImage({ src: path, alt: name }).run();
    onInserted();
  }, [editor, arrived, onInserted]);

  // Shows a value that was not typed here, such as the latest text after a conflict.
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

/**
 * A tiptap editor is destroyed with its effects, so a hidden tab has none. Meanwhile the form keeps the text, and
 * uploaded pictures wait here.
 */
export default function RichTextEditor({ onUploads, ...props }: Props) {
  const [arrived, setArrived] = useState<readonly Attachment[]>(none);
  const take = (file: Attachment) => {
    if (isPicture(file.suffix)) setArrived((all) => [...all, file]);
    else notify.warning('正文中只能插入图片，其他文件请添加为附件');
  };
  const sending = useUploads(articleApi.upload, take, onUploads);
  const forget = useCallback(() => setArrived(none), []);
  if (!useTabVisible()) return <div className="rich-text-editor" />;
  return <Surface {...props} sending={sending} arrived={arrived} onInserted={forget} />;
}
