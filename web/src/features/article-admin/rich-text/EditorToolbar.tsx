import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button } from 'antd';
import { LinkButton } from './LinkButton.tsx';
import { PictureButton } from './PictureButton.tsx';
import { canDo, isActive, tableTools, textTools, type Tool } from './toolbar-tools.tsx';

type Props = { editor: Editor };

const ToolButton = ({ editor, tool, state }: Props & { tool: Tool; state: ToolState }) => (
  <Button
    type="text"
    size="small"
    className={state.active ? 'active' : ''}
    icon={tool.icon}
    aria-label={tool.label}
    aria-pressed={tool.mark === undefined ? undefined : state.active}
    title={tool.label}
    disabled={!state.possible}
    // Keeps the selection in the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => tool.run(editor.chain().focus()).run()}
  >
    {tool.text}
  </Button>
);

type ToolState = { active: boolean; possible: boolean };

const stateOf = (editor: Editor) => (tool: Tool) => ({
  active: isActive(editor, tool),
  possible: canDo(editor, tool),
});

export const EditorToolbar = ({ editor, onPictures }: Props & { onPictures: (files: File[]) => void }) => {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      text: textTools.map(stateOf(current)),
      table: tableTools.map(stateOf(current)),
      isInTable: current.isActive('table'),
    }),
  });
  return (
    <div className="editor-toolbar" role="toolbar" aria-label="正文格式">
      {textTools.map((tool, index) => (
        <ToolButton key={tool.label} editor={editor} tool={tool} state={state.text[index]!} />
      ))}
      <LinkButton editor={editor} />
      <PictureButton onChoose={onPictures} />
      {state.isInTable &&
        tableTools.map((tool, index) => (
          <ToolButton key={tool.label} editor={editor} tool={tool} state={state.table[index]!} />
        ))}
    </div>
  );
};
