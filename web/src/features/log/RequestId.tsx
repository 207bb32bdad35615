import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';

/** What a caller reads out on the phone, and what finds his call in the files of the server. */
export const RequestId = ({ id }: { id: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    // Without TLS a browser has no clipboard; then the text can still be marked by hand.
    navigator.clipboard?.writeText(id).then(
      () => setCopied(true),
      () => notify.warning('无法复制，请手动选择'),
    ) ?? notify.warning('无法复制，请手动选择');
  return (
    <>
      <code className="request-id">{id}</code>
      <Button
        type="link"
        size="small"
        icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
        onClick={() => void copy()}
      >
        {isCopied ? '已复制' : '复制'}
      </Button>
    </>
  );
};
