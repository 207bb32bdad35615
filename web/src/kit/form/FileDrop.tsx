import { UploadOutlined } from '@ant-design/icons';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { Answer } from '../../lib/api.ts';
import './file-drop.css';
import { FileProgress } from './FileProgress.tsx';
import { type Upload, useUploads } from './use-uploads.ts';

type Props<E extends Endpoint> = {
  id?: string | undefined;
  endpoint: E;
  /** File extensions for the file chooser; the server checks the content. */
  accept: string;
  label: string;
  hint: string;
  onUploaded: (answer: Answer<E>) => void;
  onUploads?: ((uploads: readonly Upload[]) => void) | undefined;
};

/** Choose files or drop them here; each shows its progress or why it was refused. */
export function FileDrop<E extends Endpoint>({
  id,
  endpoint,
  accept,
  label,
  hint,
  onUploaded,
  onUploads,
}: Props<E>) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, add, remove } = useUploads(endpoint, onUploaded, onUploads);
  return (
    <div
      className={isOver ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void add([...event.dataTransfer.files]);
      }}
    >
      <Button id={id} icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span className="file-drop-hint">{hint}</span>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // Otherwise choosing the same file again, corrected, fires no change event.
          target.value = '';
        }}
      />
      <FileProgress uploads={uploads} onDismiss={remove} />
    </div>
  );
}
