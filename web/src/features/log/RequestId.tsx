import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';

/** The request id, which callers quote on the phone and which finds their call in the server logs. */
export const RequestId = ({ id }: { id: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    // Without TLS there is no clipboard API; the text can still be selected by hand.
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
