import { useQueries } from '@tanstack/react-query';
import type { MenuTree } from '@zhiping/shared/contracts/menu.ts';
import { roleApi } from '@zhiping/shared/contracts/role.ts';
import { walkTree } from '@zhiping/shared/rules/tree.ts';
import { Button, Flex, Space, Tree } from 'antd';
import { useState } from 'react';
import { FieldsLoading } from '../../kit/form/FieldsLoading.tsx';
import { FieldsFailed } from '../../kit/form/FieldsFailed.tsx';
import { reading } from '../../lib/query-client.ts';
import { useSession, useUser } from '../../lib/session-store.ts';
import { useMenuTree } from '../../pickers/use-menu-tree.ts';
import { partlyChosen, toggleMenu } from './menu-choice.ts';

type Node = { key: number; title: string; disabled: boolean; children?: Node[] };

/** Menus of the reader's own roles; everything for a super administrator. */
const useHeldMenus = () => {
  const isAdmin = useSession().roles.includes('admin');
  const { roles } = useUser().user;
  const own = useQueries({
    queries: isAdmin ? [] : roles.map(({ id }) => reading(roleApi.read, { params: { id } })),
  });
  const held = new Set(own.flatMap(({ data }) => data?.menus.map(({ id }) => id) ?? []));
  return (id: number) => isAdmin || held.has(id);
};

type Props = {
  id?: string;
  value?: readonly { id: number }[];
  onChange?: (menus: readonly { id: number }[]) => void;
};

/** The menus and buttons of a role, as boxes to tick. */
export const MenuChoice = ({ id, value = [], onChange }: Props) => {
  const { data: tree = [], ...result } = useMenuTree();
  const mayChange = useHeldMenus();
  const [expanded, setExpanded] = useState<readonly number[]>();
  const chosen = new Set(value.map((menu) => menu.id));
  const partly = partlyChosen(tree, chosen);
  const menus = [...walkTree(tree)];
  const directories = menus.filter(({ type }) => type === 0).map((menu) => menu.id);
  const all = menus.filter(({ hasChildren }) => hasChildren).map((menu) => menu.id);

  const nodeOf = ({ id: key, title, children }: MenuTree): Node => ({
    key,
    title: mayChange(key) ? title : `${title}（您没有）`,
    disabled: !mayChange(key),
    children: children?.map(nodeOf),
  });

  if (result.isPending) return <FieldsLoading rows={8} />;
  if (result.isError)
    return <FieldsFailed what="菜单" error={result.error} onRetry={() => void result.refetch()} />;
  return (
    <Flex vertical gap={8} id={id}>
      <Space>
        <Button onClick={() => setExpanded(all)}>全部展开</Button>
        <Button onClick={() => setExpanded([])}>全部收起</Button>
        <span>已选 {chosen.size} 项</span>
      </Space>
      <Tree<Node>
        aria-label="菜单"
        blockNode
        checkable
        checkStrictly
        selectable={false}
        treeData={tree.map(nodeOf)}
        expandedKeys={[...(expanded ?? directories)]}
        onExpand={(keys) => setExpanded(keys as number[])}
        checkedKeys={{
          checked: [...chosen].filter((key) => !partly.includes(key)),
          halfChecked: partly,
        }}
        onCheck={(_keys, { node }) => {
          const isChosen = !chosen.has(node.key) || partly.includes(node.key);
          const next = toggleMenu({ tree, chosen, id: node.key, isChosen, mayChange });
          onChange?.([...next].map((menu) => ({ id: menu })));
        }}
      />
    </Flex>
  );
};
