import { TreeSelect } from 'antd';
import { useState, type ReactElement } from 'react';
import { useDeptNodes, useDeptPath } from './use-dept-nodes.ts';
import type { LazyNode, LazyTree, NodeKey } from './use-lazy-nodes.ts';
import { useSchoolChoice } from './use-school-nodes.ts';

type DeptReference = { id: number; name: string };
type Labeled = { value: number; label: string };

const labeled = ({ id, name }: DeptReference): Labeled => ({ value: id, label: name });
const referenceOf = ({ value, label }: Labeled): DeptReference => ({ id: value, name: label });

type Choosable = Omit<LazyNode, 'note' | 'children'> & { selectable: boolean; children?: Choosable[] };

/** Provinces can be expanded but not chosen, because they have no id. */
const toChoosable = ({ note: _note, children, ...node }: LazyNode): Choosable => ({
  ...node,
  selectable: typeof node.key === 'number',
  ...(children && { children: children.map(toChoosable) }),
});

const treeProps = (tree: LazyTree, what: string, id: string | undefined) => ({
  labelInValue: true,
  treeData: tree.nodes.map(toChoosable),
  treeExpandedKeys: tree.expanded,
  treeExpandAction: 'click' as const,
  onTreeExpand: (keys: readonly (string | number | bigint)[]) => tree.setExpanded(keys as NodeKey[]),
  loading: tree.isPending,
  notFoundContent: tree.isPending ? '正在加载…' : `没有符合条件的${what}`,
  showSearch: { searchValue: tree.text, onSearch: tree.setText, filterTreeNode: false },
  placeholder: '输入名称或拼音查找',
  // antd's field refers to this id with aria-controls, but antd sets it on no element.
  popupRender: (list: ReactElement) => <div id={`${id}_list`}>{list}</div>,
});

type Common = { id?: string; 'aria-label'?: string };
type SingleProps = Common & {
  value?: DeptReference | null;
  onChange?: (dept: DeptReference | null) => void;
  allowClear?: boolean;
  /** A department that cannot be chosen, nor any below it. */
  without?: number | undefined;
};

type NodeProps = Omit<SingleProps, 'without'> & { tree: LazyTree; what: string };

const NodeSelect = ({ value, onChange, tree, what, ...select }: NodeProps) => (
  <TreeSelect<Labeled>
    {...treeProps(tree, what, select.id)}
    {...select}
    value={value ? labeled(value) : undefined}
    onChange={(chosen: Labeled | undefined) => onChange?.(chosen ? referenceOf(chosen) : null)}
  />
);

export const DeptSelect = ({ without, ...select }: SingleProps) => (
  <NodeSelect {...select} tree={useDeptNodes({ excluded: without })} what="部门" />
);

type ManyProps = Common & {
  value?: readonly DeptReference[];
  onChange?: (depts: readonly DeptReference[]) => void;
};

/** Each department is chosen by itself, without those below it. */
export const DeptsSelect = ({ value = [], onChange, ...select }: ManyProps) => (
  <TreeSelect<Labeled[]>
    {...treeProps(useDeptNodes(), '部门', select.id)}
    {...select}
    treeCheckable
    treeCheckStrictly
    value={value.map(labeled)}
    onChange={(chosen) => onChange?.(chosen.map(referenceOf))}
  />
);

type IdProps = Common & {
  value?: number | null;
  onChange?: (id: number | null) => void;
  without?: number | undefined;
};

/** Converts between an id and the reference with its name. */
const useReferenceOfId = (value: number | null | undefined, onChange: IdProps['onChange']) => {
  const [chosen, setChosen] = useState<DeptReference | null>(null);
  const isChosen = chosen?.id === value;
  const name = useDeptPath(value && !isChosen ? value : undefined).at(-1)?.name;
  const stored = value ? { id: value, name: name ?? '正在加载…' } : null;
  return {
    value: isChosen ? chosen : stored,
    onChange: (dept: DeptReference | null) => {
      setChosen(dept);
      onChange?.(dept?.id ?? null);
    },
  };
};

/** For fields that contain only the id of a department. */
export const DeptIdSelect = ({ value, onChange, ...select }: IdProps) => (
  <DeptSelect {...select} {...useReferenceOfId(value, onChange)} allowClear />
);

/** A school or one of the two roots, by its id. */
export const SchoolNodeSelect = ({ value, onChange, without, ...select }: IdProps) => (
  <NodeSelect
    {...select}
    {...useReferenceOfId(value, onChange)}
    tree={useSchoolChoice(without)}
    what="学校"
  />
);
