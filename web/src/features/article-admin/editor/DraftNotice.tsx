import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { Alert, Button, Space } from 'antd';

type Props = { changedAt: number; onRestore: () => void; onDiscard: () => void };

export const DraftNotice = ({ changedAt, onRestore, onDiscard }: Props) => (
  <Alert
    className="form-problem"
    type="info"
    showIcon
    title={`本机有 ${formatDateTime(new Date(changedAt))} 未保存的内容`}
    action={
      <Space>
        <Button onClick={onRestore}>恢复</Button>
        <Button onClick={onDiscard}>丢弃</Button>
      </Space>
    }
  />
);
