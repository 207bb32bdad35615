import { UndoOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';

/** In words, since colour alone is not visible to all users. */
export const DifferenceTag = () => (
  <Tag color="processing" className="rule-difference">
    与默认不同
  </Tag>
);

/** Marks a value that differs from the standard, with a button to restore it. */
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
