import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { Form, Input, Select, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { pageNames } from '../../lib/page-names.ts';

const schema = menuApi.create.body;

/** Fields of entries that have a page of their own. */
export const PageFields = () => {
  const isLink: unknown = Form.useWatch('iFrame');
  return (
    <>
      <Field schema={schema} name="iFrame" label="外链" valuePropName="checked">
        <Switch />
      </Field>
      {!isLink && (
        <>
          <Field schema={schema} name="component" label="页面组件" required emptyMessage="请选择页面组件">
            <Select
              allowClear
              showSearch
              placeholder="选择系统中的页面"
              options={pageNames().map((value) => ({ value, label: value }))}
            />
          </Field>
          <Field schema={schema} name="componentName" label="组件名称">
            <Input maxLength={100} />
          </Field>
          <Field schema={schema} name="activeMenu" label="高亮菜单" extra="打开此页时在侧栏点亮的地址">
            <Input maxLength={300} />
          </Field>
          <Field schema={schema} name="cache" label="缓存页面" valuePropName="checked">
            <Switch />
          </Field>
          <Field schema={schema} name="affix" label="固定标签" valuePropName="checked">
            <Switch />
          </Field>
        </>
      )}
    </>
  );
};
