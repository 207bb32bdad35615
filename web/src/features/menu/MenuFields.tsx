import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { permissions } from '@zhiping/shared/permissions.ts';
import { Form, Input, Radio, Select, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import MenuIcon, { menuIconNames } from '../../kit/display/menu-icons.tsx';
import { BUTTON, menuTypes, PAGE } from './menu-types.tsx';
import { MenuSelect } from './MenuSelect.tsx';
import { PageFields } from './PageFields.tsx';
import './menu-fields.css';

const schema = menuApi.create.body;

const permissionOptions = Object.entries(permissions)
  .filter(([value]) => value !== 'admin')
  .map(([value, meaning]) => ({ value, label: `${meaning}（${value}）` }));

const iconOptions = menuIconNames.map((name) => ({
  value: name,
  label: (
    <span className="icon-option">
      <MenuIcon name={name} /> {name}
    </span>
  ),
}));

/** `id` is the menu itself, which cannot be its own parent. */
export default function MenuFields({ id }: { id: number | undefined }) {
  const type: unknown = Form.useWatch('type');
  const isButton = type === BUTTON;
  return (
    <>
      <Form.Item name="type" label="类型">
        <Radio.Group options={menuTypes} />
      </Form.Item>
      <Form.Item name="pid" label="上级菜单">
        <MenuSelect without={id} />
      </Form.Item>
      <Field schema={schema} name="title" label="标题">
        <Input maxLength={50} />
      </Field>
      {!isButton && (
        <>
          <Field schema={schema} name="icon" label="图标">
            <Select allowClear showSearch={{ optionFilterProp: 'value' }} options={iconOptions} />
          </Field>
          <Field schema={schema} name="path" label="路由地址" required extra="外链填写完整的网址">
            <Input maxLength={300} />
          </Field>
        </>
      )}
      {type === PAGE && <PageFields />}
      <Field
        schema={schema}
        name="permission"
        label="权限标识"
        required={isButton}
        emptyMessage="请选择权限标识"
      >
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={permissionOptions} />
      </Field>
      {!isButton && (
        <>
          <Field
            schema={schema}
            name="hidden"
            label="隐藏"
            valuePropName="checked"
            extra="不在侧栏显示，仍可打开"
          >
            <Switch />
          </Field>
          <Field schema={schema} name="breadcrumb" label="面包屑" valuePropName="checked">
            <Switch />
          </Field>
        </>
      )}
      <Field schema={schema} name="menuSort" label="排序" extra="小的在前">
        <NumberInput min={0} max={99999} precision={0} />
      </Field>
    </>
  );
}
