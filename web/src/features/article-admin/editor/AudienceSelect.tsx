import { useQuery } from '@tanstack/react-query';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { Select } from 'antd';
import { reading } from '../../../lib/query-client.ts';

type Reference = { id: number };
type Props = { id?: string; value?: Reference[]; onChange?: (roles: Reference[]) => void };

export const AudienceSelect = ({ id, value = [], onChange = () => {} }: Props) => {
  const { data = [], isPending } = useQuery(reading(articleApi.audiences));
  return (
    <Select
      id={id}
      mode="multiple"
      loading={isPending}
      placeholder="全部用户"
      showSearch={{ optionFilterProp: 'label' }}
      // Without the names the select would show ids.
      value={isPending ? [] : value.map((role) => role.id)}
      options={data.map((role) => ({ value: role.id, label: role.name }))}
      onChange={(ids: number[]) => onChange(ids.map((role) => ({ id: role })))}
    />
  );
};
