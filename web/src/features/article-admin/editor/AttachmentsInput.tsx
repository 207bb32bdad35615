import { type Attachment, articleApi } from '@zhiping/shared/contracts/article.ts';
import { acceptOf, formatNames } from '@zhiping/shared/rules/file/formats.ts';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { AttachmentList } from '../../../kit/display/AttachmentList.tsx';
import { FileDrop } from '../../../kit/form/FileDrop.tsx';
import type { Upload } from '../../../kit/form/use-uploads.ts';

type Props = {
  id?: string;
  value?: Attachment[];
  onChange?: (files: Attachment[]) => void;
  onUploads: (uploads: readonly Upload[]) => void;
};

/** Attachments as the value of a form field, in the order of the list. */
export const AttachmentsInput = ({ id, value = [], onChange, onUploads }: Props) => {
  // Several uploads may finish before the form passes the new value down.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (files: Attachment[]) => {
    latest.current = files;
    onChange?.(files);
  };
  return (
    <div className="attachments-input">
      <AttachmentList
        files={value}
        label="已添加的附件"
        actions={({ id: fileId, name }) => (
          <Button
            type="link"
            size="small"
            aria-label={`移除附件${name}`}
            onClick={() => change(latest.current.filter((file) => file.id !== fileId))}
          >
            移除
          </Button>
        )}
      />
      <FileDrop
        id={id}
        endpoint={articleApi.upload}
        accept={acceptOf(formatNames)}
        label="添加附件"
        hint="或把文件拖到这里，最多 30 个"
        onUploads={onUploads}
        onUploaded={(file) => change([...latest.current, file])}
      />
    </div>
  );
};
