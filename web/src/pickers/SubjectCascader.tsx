import { Cascader } from 'antd';
import { useState } from 'react';
import type { List } from '../kit/list/list.ts';
import './subject-filter.css';
import { useMatcher } from './use-matcher.ts';
import { useSubjectTree } from './use-subject-tree.ts';

export type Props = { list: List<unknown> & { query: { subject?: string | undefined } } };

const MAX_HITS = 100;

/**
 * Filters by a node of the subject catalogues and all below it. The search matches parts of names, codes and pinyin.
 */
export default function SubjectCascader({ list }: Props) {
  const [wanted, setWanted] = useState('');
  const [isUsed, setIsUsed] = useState(false);
  const { subject } = list.query;
  const { tree, isPending, isLoading } = useSubjectTree({ enabled: isUsed || subject !== undefined });
  const match = useMatcher(wanted);
  return (
    <Cascader
      allowClear
      changeOnSelect
      aria-label="学科"
      placeholder="学科"
      className="subject-filter"
      classNames={{ popup: { root: 'subject-cascade' } }}
      loading={isLoading}
      notFoundContent={isPending ? '正在加载…' : '没有符合条件的学科'}
      onFocus={() => setIsUsed(true)}
      options={tree}
      value={subject ? subject.split('/') : []}
      displayRender={(labels) => labels.at(-1)}
      showSearch={{
        limit: MAX_HITS,
        onSearch: setWanted,
        filter: (text, path) => {
          const last = path.at(-1);
          const code = String(last?.['value'] ?? '')
            .split('_')
            .at(-1)!;
          return code.startsWith(text) || match(String(last?.label ?? ''), text) !== null;
        },
      }}
      onChange={(path) => list.set({ subject: path ? path.join('/') : undefined })}
    />
  );
}
