import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { acceptedFormats, acceptOf, formatNames } from '@zhiping/shared/rules/file/formats.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '../../kit/display/Can.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { FileDrop } from '../../kit/form/FileDrop.tsx';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

/** Stays open, so that several files can be uploaded one after the other. */
export const UploadButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can roles={['storage:add']}>
      <Button type="primary" onClick={() => setOpen(true)}>
        上传文件
      </Button>
      <Dialog title="上传文件" open={isOpen} footer={null} onCancel={() => setOpen(false)}>
        <FileDrop
          endpoint={storageApi.create}
          accept={acceptOf(formatNames)}
          label="选择文件"
          hint={`或把文件拖到这里。可上传${acceptedFormats}`}
          onUploaded={({ name, suffix }) => {
            notify.success(`${name}.${suffix} 已上传`);
            void refresh(storageApi.list);
          }}
        />
      </Dialog>
    </Can>
  );
};
