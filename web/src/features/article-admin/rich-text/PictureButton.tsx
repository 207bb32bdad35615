import { PictureOutlined } from '@ant-design/icons';
import { acceptOf, pictureFormats } from '@zhiping/shared/rules/file/formats.ts';
import { Button } from 'antd';
import { useRef } from 'react';

export const PictureButton = ({ onChoose }: { onChoose: (files: File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<PictureOutlined />}
        aria-label="插入图片"
        title="插入图片"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={acceptOf(pictureFormats)}
        aria-label="选择要插入的图片"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Cleared, so that choosing the same file again fires a change event.
          target.value = '';
        }}
      />
    </>
  );
};
