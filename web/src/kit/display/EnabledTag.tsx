import { Tag } from 'antd';

export const EnabledTag = ({ enabled }: { enabled: boolean }) =>
  enabled ? <Tag color="success">启用</Tag> : <Tag>停用</Tag>;

export const enabledOptions = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
];
