import { UndoOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';

/** Said in words, since a colour alone is not seen by everybody. */
export const DifferenceTag = () => (
  <Tag color="processing" className="rule-difference">
    与默认不同
  </Tag>
);

/** The mark of what differs, and the way back. */
export const Difference = ({ of, onRestore }: { of: string; onRestore: () => void }) => (
  <span className="rule-differs">
    <DifferenceTag />
    <Button
      type="text"
      size="small"
      icon={<UndoOutlined />}
      aria-label={`恢复默认：${of}`}
      onClick={onRestore}
    >
      恢复默认
    </Button>
  </span>
);
