import { Select } from 'antd';

type Reference = { id: number; name: string };
type Labeled = { value: number; label: string };

type Props = {
  id?: string;
  value?: readonly Reference[];
  onChange?: (chosen: readonly Reference[]) => void;
  options: readonly Reference[] | undefined;
};

/** Some of a short list of things; what is chosen already keeps its name even if it may not be chosen any more. */
export const ReferencesSelect = ({ value = [], onChange, options = [], ...select }: Props) => (
  <Select<Labeled[]>
    {...select}
    mode="multiple"
    labelInValue
    placeholder="请选择"
    showSearch={{ optionFilterProp: 'label' }}
    value={value.map(({ id, name }) => ({ value: id, label: name }))}
    options={options.map(({ id, name }) => ({ value: id, label: name }))}
    onChange={(chosen) => onChange?.(chosen.map((one) => ({ id: one.value, name: one.label })))}
  />
);
