import type { GrantableMenuTree } from '@zhiping/shared/contracts/menu.ts';
import { walkTree } from '@zhiping/shared/rules/dept/tree.ts';
import { Button, Flex, Space, Tree } from 'antd';
import { useState } from 'react';
import { FieldsLoading } from '../../kit/form/FieldsLoading.tsx';
import { FieldsFailed } from '../../kit/form/FieldsFailed.tsx';
import { useMenuTree } from '../../pickers/use-menu-tree.ts';
import { partlyChosen, toggleMenu } from './menu-choice.ts';

type Node = { key: number; title: string; disabled: boolean; children?: Node[] };

type Props = {
  id?: string;
  value?: readonly { id: number }[];
  onChange?: (menus: readonly { id: number }[]) => void;
};

/** The menus and buttons of a role, as a tree of checkboxes. */
export const MenuChoice = ({ id, value = [], onChange }: Props) => {
  const { data: tree = [], ...result } = useMenuTree();
  const [expanded, setExpanded] = useState<readonly number[]>();
  const chosen = new Set(value.map((menu) => menu.id));
  const partly = partlyChosen(tree, chosen);
  const menus = [...walkTree(tree)];
  const grantable = new Set(menus.filter(({ can }) => can.grant === true).map((menu) => menu.id));
  const mayChange = (menu: number) => grantable.has(menu);
  const directories = menus.filter(({ type }) => type === 0).map((menu) => menu.id);
  const all = menus.filter(({ hasChildren }) => hasChildren).map((menu) => menu.id);

  const nodeOf = ({ id: key, title, can, children }: GrantableMenuTree): Node => ({
    key,
    title: mayChange(key) ? title : `${title}（${can.grant}）`,
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
