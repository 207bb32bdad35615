import type { Menu } from '@zhiping/shared/contracts/menu.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { TypeTag } from './menu-types.tsx';

const yes = (value: boolean) => (value ? '是' : '否');

export const MenuFacts = (menu: Menu) => (
  <Facts
    items={[
      ['标题', menu.title],
      ['类型', <TypeTag key="type" type={menu.type} />],
      ['路由地址', menu.path],
      ['权限标识', menu.permission],
      ['页面组件', menu.component],
      ['组件名称', menu.componentName],
      ['外链', yes(menu.iFrame)],
      ['缓存页面', yes(menu.cache)],
      ['隐藏', yes(menu.hidden)],
      ['固定标签', yes(menu.affix)],
      ['面包屑', yes(menu.breadcrumb)],
      ['高亮菜单', menu.activeMenu],
      ['排序', menu.menuSort],
      ['创建时间', menu.createTime],
    ]}
  />
);
