import { Button } from 'antd';
import { useRef } from 'react';

type Props = { id?: string; accept: string; value?: File; onChange?: (file: File) => void };

/** One file as the value of a form field. */
export const FileInput = ({ id, accept, value, onChange }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="file-input">
      <Button onClick={() => input.current?.click()}>{value ? '重新选择' : '选择文件'}</Button>
      <span>{value?.name ?? '未选择'}</span>
      <input
        ref={input}
        id={id}
        className="file-input-native"
        tabIndex={-1}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChange?.(file);
          target.value = '';
        }}
      />
    </div>
  );
};
