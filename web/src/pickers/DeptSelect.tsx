import { TreeSelect } from 'antd';
import { useState, type ReactElement } from 'react';
import { useDeptNodes, useDeptPath } from './use-dept-nodes.ts';

export type DeptReference = { id: number; name: string };
type Labeled = { value: number; label: string };

const labeled = ({ id, name }: DeptReference): Labeled => ({ value: id, label: name });
const referenceOf = ({ value, label }: Labeled): DeptReference => ({ id: value, name: label });

const useDeptTree = ({ id, without }: { id?: string | undefined; without?: number | undefined }) => {
  const tree = useDeptNodes({ without });
  return {
    labelInValue: true,
    treeData: tree.nodes,
    treeExpandedKeys: tree.expanded as number[],
    onTreeExpand: (keys: readonly (string | number | bigint)[]) => tree.setExpanded(keys as number[]),
    loading: tree.isPending,
    notFoundContent: tree.isPending ? '正在加载…' : '没有符合条件的部门',
    showSearch: { searchValue: tree.text, onSearch: tree.setText, filterTreeNode: false },
    placeholder: '输入名称或拼音查找',
    // The field says that it owns this list, but antd gives the name of the list to none.
    popupRender: (list: ReactElement) => <div id={`${id}_list`}>{list}</div>,
  };
};

type Common = { id?: string; 'aria-label'?: string };
type SingleProps = Common & {
  value?: DeptReference | null;
  onChange?: (dept: DeptReference | null) => void;
  allowClear?: boolean;
  /** A department that cannot be chosen, with all below it. */
  without?: number | undefined;
};

export const DeptSelect = ({ value, onChange, without, ...select }: SingleProps) => (
  <TreeSelect<Labeled>
    {...useDeptTree({ id: select.id, without })}
    {...select}
    value={value ? labeled(value) : undefined}
    onChange={(chosen: Labeled | undefined) => onChange?.(chosen ? referenceOf(chosen) : null)}
  />
);

type ManyProps = Common & {
  value?: readonly DeptReference[];
  onChange?: (depts: readonly DeptReference[]) => void;
};

/** Each for itself: what is below a department need not be chosen with it. */
export const DeptsSelect = ({ value = [], onChange, ...select }: ManyProps) => (
  <TreeSelect<Labeled[]>
    {...useDeptTree({ id: select.id })}
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

/** For fields that know only the number of a department. */
export const DeptIdSelect = ({ value, onChange, ...select }: IdProps) => {
  const [chosen, setChosen] = useState<DeptReference | null>(null);
  const isChosen = chosen?.id === value;
  const name = useDeptPath(value && !isChosen ? value : undefined).at(-1)?.name;
  const stored = value ? { id: value, name: name ?? '正在加载…' } : null;
  return (
    <DeptSelect
      {...select}
      allowClear
      value={isChosen ? chosen : stored}
      onChange={(dept) => {
        setChosen(dept);
        onChange?.(dept?.id ?? null);
      }}
    />
  );
};
