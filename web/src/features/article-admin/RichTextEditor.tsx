import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import '../../kit/rich-text.css';
import { useTabVisible } from '../../lib/tab-context.ts';
import { EditorToolbar } from './EditorToolbar.tsx';
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
];

type Props = { id?: string; value?: string; onChange?: (html: string) => void };

const Surface = ({ id = '', value = '', onChange }: Props) => {
  const known = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: { id, class: 'rich-text', role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' },
    },
    onUpdate: (update) => {
      known.current = update.editor.isEmpty ? '' : update.editor.getHTML();
      onChange?.(known.current);
    },
  });

  // A text that came by other means than typing, as the latest one after a conflict.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className="rich-text-editor">
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
};

/** The editor of tiptap dies with its effects, so in a hidden tab there is none; the form keeps the text. */
export default function RichTextEditor(props: Props) {
  return useTabVisible() ? <Surface {...props} /> : <div className="rich-text-editor" />;
}
