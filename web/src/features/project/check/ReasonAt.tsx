import { CommentOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useCheck } from './check-context.ts';

const MOST = 300;

/** Input for a reason at a section, field, entry or material, while reasons for a return are written. */
export const ReasonAt = ({ path, label }: { path: string; label: string }) => {
  const { isReturning, reasons, setReason } = useCheck();
  const message = reasons.find((reason) => reason.path === path)?.message;
  const [isOpen, setOpen] = useState(false);
  if (!isReturning) return null;
  if (!isOpen && message === undefined)
    return (
      <Button
        className="check-reason-button"
        type="text"
        size="small"
        icon={<CommentOutlined />}
        aria-label={`写退回意见：${label}`}
        title="写退回意见"
        onClick={() => setOpen(true)}
      />
    );
  return (
    <Input.TextArea
      className="check-reason"
      autoFocus={isOpen}
      autoSize
      maxLength={MOST}
      aria-label={`退回意见：${label}`}
      placeholder="请写明需要修改什么"
      value={message ?? ''}
      onChange={({ target }) => setReason(path, target.value)}
      onBlur={() => setOpen(false)}
    />
  );
};
