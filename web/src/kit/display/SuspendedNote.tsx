import { Alert } from 'antd';

type Props = {
  /** Why the cycle is suspended; null if it is not. */
  reason: string | null;
  /** Set it where projects of several cycles are shown. */
  cycleName?: string;
  className?: string;
};

/** Warns that the cycle is suspended, so that users know before they open a project that they cannot work on it. */
export const SuspendedNote = ({ reason, cycleName, className }: Props) =>
  reason === null ? null : (
    <Alert
      className={className}
      type="warning"
      showIcon
      title={`${cycleName ? `「${cycleName}」` : '批次'}已暂停：${reason}`}
    />
  );
