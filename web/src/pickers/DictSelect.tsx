import { Select, type SelectProps } from 'antd';
import { useDict } from './use-dict.ts';

type Props = Omit<SelectProps<string>, 'options' | 'loading'> & { dict: string };

export const DictSelect = ({ dict, ...select }: Props) => {
  const { options, isPending } = useDict(dict);
  return (
    <Select showSearch={{ optionFilterProp: 'label' }} options={options} loading={isPending} {...select} />
  );
};
