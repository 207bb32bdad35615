import { Tag } from 'antd';
import { useDict } from './use-dict.ts';

export const DictTag = ({ dict, value }: { dict: string; value: string }) => {
  const { labelOf } = useDict(dict);
  return <Tag>{labelOf(value)}</Tag>;
};
