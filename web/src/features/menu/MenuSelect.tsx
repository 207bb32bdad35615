import type { MenuTree } from '@zhiping/shared/contracts/menu.ts';
import { TreeSelect } from 'antd';
import { useMenuTree } from '../../pickers/use-menu-tree.ts';
import { BUTTON } from './menu-types.tsx';

type Node = { value: number; title: string; children: Node[] };

/** Options for a parent: no buttons, since they have no children, and not the menu itself. */
const nodesOf = (menus: readonly MenuTree[], without: number | undefined): Node[] =>
  menus
    .filter(({ id, type }) => type !== BUTTON && id !== without)
    .map(({ id, title, children = [] }) => ({ value: id, title, children: nodesOf(children, without) }));

type Props = {
  id?: string;
  'aria-label'?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  without?: number | undefined;
};

export const MenuSelect = ({ value, onChange, without, ...select }: Props) => {
  const { data: tree = [], isPending } = useMenuTree();
  return (
    <TreeSelect<number>
      {...select}
      allowClear
      placeholder="不选则为顶级"
      treeData={nodesOf(tree, without)}
      loading={isPending}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      // Before the tree is loaded only the id could be shown.
      value={isPending ? undefined : (value ?? undefined)}
      onChange={(id: number | undefined) => onChange?.(id ?? null)}
      // The field refers to its list by this id, but antd gives the id to no element.
      popupRender={(list) => <div id={`${select.id}_list`}>{list}</div>}
    />
  );
};
