import { Form } from 'antd';
import { MenuChoice } from './MenuChoice.tsx';

export default function RoleMenus() {
  return (
    <Form.Item name="menus" label="菜单与权限">
      <MenuChoice />
    </Form.Item>
  );
}
