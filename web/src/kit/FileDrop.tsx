import { UploadOutlined } from '@ant-design/icons';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import type { Answer } from '../lib/api.ts';
import './file-drop.css';
import { useUploads } from './use-uploads.ts';

type Props<E extends Endpoint> = {
  id?: string | undefined;
  endpoint: E;
  /** Endings for the file chooser; the server judges by content. */
  accept: string;
  label: string;
  hint: string;
  onUploaded: (answer: Answer<E>) => void;
};

/** Choose files or drop them here; each shows its progress and why it was refused. */
export function FileDrop<E extends Endpoint>({ id, endpoint, accept, label, hint, onUploaded }: Props<E>) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, add, remove } = useUploads(endpoint, onUploaded);
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
      <Button id={id} icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
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
          // The same file, mended, may come again.
          target.value = '';
        }}
      />
      {uploads.length > 0 && (
        <ul aria-label="正在上传">
          {uploads.map(({ key, name, share, problem }) => (
            <li key={key}>
              <span className="file-drop-name">{name}</span>
              {problem === undefined ? (
                <Progress percent={Math.round(share * 100)} size="small" aria-label={`${name} 的上传进度`} />
              ) : (
                <>
                  <span className="file-drop-problem" role="alert">
                    {problem}
                  </span>
                  <Button size="small" type="link" onClick={() => remove(key)}>
                    知道了
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
