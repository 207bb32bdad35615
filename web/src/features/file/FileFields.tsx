import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';

export default function FileFields() {
  return (
    <Field schema={storageApi.update.body} name="name" label="文件名" extra="不含扩展名；链接不变">
      <Input maxLength={150} />
    </Field>
  );
}
