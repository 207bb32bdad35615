import { useQuery } from '@tanstack/react-query';
import { dictApi, type Dict } from '@zhiping/shared/contracts/dict.ts';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RowAction } from '../../kit/list/actions/actions.ts';
import { Can } from '../../kit/display/Can.tsx';
import { EditDrawer, NEW } from '../../kit/form/EditDrawer.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { RowActions } from '../../kit/list/actions/RowActions.tsx';
import { SearchInput } from '../../kit/list/filters/SearchInput.tsx';
import { Empty, Failed, Loading, NoMatch } from '../../kit/display/states.tsx';
import '../../kit/tree/tree-pane.css';
import { useChangedRow } from '../../kit/list/use-changed-row.ts';
import { useRemoval } from '../../kit/list/actions/use-removal.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { call } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import './dict.css';

const DictFields = lazy(() => import('./DictFields.tsx'));

const idOf = ({ id }: Dict) => id;
const nameOf = ({ name }: Dict) => name;
/** Prefixed, because ids of dictionaries and entries overlap. */
const rowKeyOf = (id: string | number) => `dict-${id}`;

const editor = editorOf({
  api: dictApi,
  allow: { create: 'dict:add', update: 'dict:edit' },
  valuesOf: (dict: Dict | undefined) => ({ name: dict?.name, description: dict?.description }),
  fields: () => <DictFields />,
  refreshes: [dictApi.all, dictApi.details],
});

const removal = {
  api: dictApi.remove,
  allow: 'dict:del',
  consequence: '它的字典项将一并删除。',
  refreshes: [dictApi.all, dictApi.details],
} as const;

const findLatest = async (dict: Dict) => (await call(dictApi.all)).find(({ id }) => id === dict.id);

type Props = { selected: string | undefined; onSelect: (name: string) => void };

/** The list of dictionaries, one of which is selected. */
export const DictPane = ({ selected, onSelect }: Props) => {
  const { data: dicts = [], ...result } = useQuery(reading(dictApi.all));
  const [text, setText] = useState('');
  const { changed, setChanged } = useChangedRow();
  const edit = useSubView('dict');
  const navigate = useNavigate();
  const remove = useRemoval({ noun: '字典', idOf, nameOf });
  const found = dicts.filter(({ name, description }) => `${name} ${description ?? ''}`.includes(text));

  const actionsOf = (dict: Dict): RowAction[] => [
    { label: '编辑', allow: 'dict:edit', href: edit.hrefOf(dict.id) },
    { label: '删除', allow: 'dict:del', isDanger: true, run: () => remove(removal, [dict]) },
  ];

  if (result.isPending) return <Loading />;
  if (result.isError)
    return <Failed what="字典" error={result.error} onRetry={() => void result.refetch()} />;
  return (
    <nav className="tree-pane" aria-label="字典">
      <div className="tree-tools">
        <SearchInput label="搜索字典" value={text} onChange={({ target }) => setText(target.value.trim())} />
        <Can roles={['dict:add']}>
          <Button icon={<PlusOutlined />} onClick={() => void navigate(edit.hrefOf(NEW))}>
            新增字典
          </Button>
        </Can>
      </div>
      {dicts.length === 0 && <Empty text="还没有字典" />}
      {dicts.length > 0 && found.length === 0 && <NoMatch onClear={() => setText('')} />}
      <ul className="dict-list">
        {found.map((dict) => (
          <li
            key={dict.id}
            data-row-key={rowKeyOf(dict.id)}
            className={changed === dict.id ? 'changed-row' : ''}
          >
            <button
              type="button"
              className="plain-button"
              aria-current={dict.name === selected}
              onClick={() => onSelect(dict.name)}
            >
              {dict.description ?? dict.name}
              {dict.description && <small>{dict.name}</small>}
            </button>
            <RowActions isCompact actions={actionsOf(dict)} rowName={dict.description ?? dict.name} />
          </li>
        ))}
      </ul>
      <EditDrawer
        {...{ editor, idOf, nameOf, findLatest, rowKeyOf }}
        noun="字典"
        param="dict"
        rows={dicts}
        isLoaded
        onSaved={setChanged}
      />
    </nav>
  );
};
