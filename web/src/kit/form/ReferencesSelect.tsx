import { Select } from 'antd';

type Reference = { id: number; name: string };
type Labeled = { value: number; label: string };

type Props = {
  id?: string;
  value?: readonly Reference[];
  onChange?: (chosen: readonly Reference[]) => void;
  options: readonly Reference[] | undefined;
};

/**
 * Selects several entries of a short list. A selected entry keeps its name even if it is no longer among the options.
 */
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
