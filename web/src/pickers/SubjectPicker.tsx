import { Button, Cascader, Select, Space } from 'antd';
import { useMemo, useState } from 'react';
import { Highlight } from '../kit/display/Highlight.tsx';
import { matchSubjects, SHORTEST_PATH } from './match-subjects.ts';
import type { SubjectNode } from './subject-tree.ts';
import { useMatcher } from './use-matcher.ts';
import { useSubjectTree } from './use-subject-tree.ts';
import './subject-picker.css';

export type PickedSubject = { path: string[]; fullName: string };

type Props = {
  id?: string | undefined;
  label: string;
  onPick: (subject: PickedSubject) => void;
  disabled?: boolean;
};

type CascadeOption = { value: string; label: string; node: SubjectNode; children?: CascadeOption[] };

/** A professional category is a subject too: it is offered first among its classes. */
const toCascadeOption = (node: SubjectNode): CascadeOption => {
  const below = node.children?.map(toCascadeOption);
  const isCategory = node.path.length === SHORTEST_PATH;
  const whole: CascadeOption = { value: 'whole', label: '不分专业', node };
  return {
    value: node.value,
    label: node.label,
    node,
    children: below && isCategory ? [whole, ...below] : below,
  };
};

/** Adds a subject: by a search in name, code or pinyin, or step by step through the catalogues. */
export default function SubjectPicker({ id, label, onPick, disabled }: Props) {
  const [wanted, setWanted] = useState('');
  const { tree, isPending } = useSubjectTree();
  const match = useMatcher(wanted);
  const text = wanted.trim();
  const steps = useMemo(() => tree.map(toCascadeOption), [tree]);
  const hits = useMemo(() => (text ? matchSubjects(tree, text, match) : []), [tree, text, match]);

  const pick = (path: string[], fullName: string) => {
    setWanted('');
    onPick({ path, fullName });
  };

  return (
    <Space.Compact block className="subject-picker">
      <Select
        id={id}
        aria-label={label}
        placeholder="名称、代码或拼音，如 软件工程、rjgc"
        value={null}
        disabled={disabled}
        loading={isPending}
        suffixIcon={null}
        virtual={false}
        classNames={{ popup: { root: 'subject-options' } }}
        showSearch={{ filterOption: false, searchValue: wanted, onSearch: setWanted }}
        notFoundContent={text ? '没有符合条件的学科' : '输入几个字开始查找'}
        options={hits.map(({ node, fullName, at }) => ({
          value: node.path.join('/'),
          label: fullName,
          at,
        }))}
        // The label stays text, because screen readers read it as the name of the option.
        optionRender={({ data }) => <Highlight text={data.label} at={data.at} />}
        onSelect={(key) => {
          const hit = hits.find(({ node }) => node.path.join('/') === key);
          if (hit) pick(hit.node.path, hit.fullName);
        }}
      />
      <Cascader
        disabled={disabled}
        options={steps}
        value={[]}
        placement="bottomRight"
        classNames={{ popup: { root: 'subject-cascade' } }}
        onChange={(_, chosen) => {
          const node = chosen.at(-1)?.node;
          if (node) pick(node.path, node.chain.join(' - '));
        }}
      >
        <Button disabled={disabled}>逐级选择</Button>
      </Cascader>
    </Space.Compact>
  );
}
