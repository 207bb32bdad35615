import { Alert } from 'antd';

type Props = {
  /** Why its cycle is suspended; null where it is not. */
  reason: string | null;
  /** Where more than one cycle is looked at. */
  cycleName?: string;
  className?: string;
};

/** Nothing of a suspended cycle can be worked on: whoever meets it learns that before he opens something. */
export const SuspendedNote = ({ reason, cycleName, className }: Props) =>
  reason === null ? null : (
    <Alert
      className={className}
      type="warning"
      showIcon
      title={`${cycleName ? `「${cycleName}」` : '批次'}已暂停：${reason}`}
    />
  );
