import type { Menu } from '@zhiping/shared/contracts/menu.ts';
import { Tag } from 'antd';

/** Values of a menu's `type`. */
const DIRECTORY = 0;
export const PAGE = 1;
export const BUTTON = 2;

export const menuTypes = [
  { value: DIRECTORY, label: '目录' },
  { value: PAGE, label: '菜单' },
  { value: BUTTON, label: '按钮' },
];

export const TypeTag = ({ type }: Pick<Menu, 'type'>) => (
  <Tag color={type === PAGE ? 'processing' : undefined}>
    {menuTypes.find(({ value }) => value === type)?.label}
  </Tag>
);
