import type { MenuTree } from '@zhiping/shared/contracts/menu.ts';
import { TreeSelect } from 'antd';
import { useMenuTree } from '../../pickers/use-menu-tree.ts';
import { BUTTON } from './menu-types.tsx';

type Node = { value: number; title: string; children: Node[] };

/** A button has nothing below it, and nothing goes below itself. */
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
      // Before the tree is here there is only a number to show.
      value={isPending ? undefined : (value ?? undefined)}
      onChange={(id: number | undefined) => onChange?.(id ?? null)}
      // The field says that it owns this list, but antd gives the name of the list to none.
      popupRender={(list) => <div id={`${select.id}_list`}>{list}</div>}
    />
  );
};
