import { PlusOutlined } from '@ant-design/icons';
import { articleApi, type ManagedArticle } from '@zhiping/shared/contracts/article.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { useList } from '../../lib/list-state.ts';
import { ArticleFacts } from './ArticleFacts.tsx';
import { audienceOf, stateOptions, StateTag, typeOf, types } from './articles.tsx';

// Loaded on demand: most visits do not edit.
const ArticleEditor = lazy(() => import('./editor/ArticleEditor.tsx'));

const columns: Column<ManagedArticle>[] = [
  text('title', '标题', { isLink: true, mobile: 'title', width: 300, sort: 'title' }),
  cell('state', '状态', ({ state }) => <StateTag state={state} />, { width: 90, mobile: 'status' }),
  cell('roles', '可见范围', audienceOf, { width: 160, mobile: 'field', hidePriority: 6 }),
  text('publishedAt', '发布时间', { width: 170, sort: 'publishedAt', mobile: 'field' }),
  cell('readCount', '已读', ({ readCount }) => `${readCount} 人`, {
    width: 80,
    align: 'right',
    mobile: 'named',
    hidePriority: 5,
  }),
  cell('type', '类型', typeOf, { width: 100, hidePriority: 4 }),
  text('endsAt', '结束时间', { width: 170, sort: 'endsAt', hidePriority: 2 }),
  text('updateBy', '修改人', { width: 120, hidePriority: 1 }),
  text('updateTime', '修改时间', { width: 170, sort: 'updateTime', hidePriority: 3 }),
];

const ArticleList = () => {
  const list = useList(articleApi.manage);
  const edit = useSubView('edit');
  const navigate = useNavigate();
  return (
    <ListPage
      title="公告管理"
      row={{
        noun: '公告',
        idOf: ({ id }) => id,
        nameOf: ({ title }) => title,
        factsOf: (article) => <ArticleFacts summary={article} />,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="标题" />}
      filters={
        <>
          <SelectFilter list={list} name="type" label="类型" options={types} />
          <SelectFilter list={list} name="state" label="状态" options={stateOptions} />
        </>
      }
      work={{
        removal: {
          api: articleApi.remove,
          allow: 'article:del',
          consequence: '阅读记录和历史版本将一并删除。',
        },
        rowActions: ({ id }) => [{ label: '编辑', allow: 'article:edit', href: edit.hrefOf(id) }],
      }}
      tools={
        <Can roles={['article:add']}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(edit.hrefOf('new'))}>
            新增公告
          </Button>
        </Can>
      }
    />
  );
};

export default function ArticleAdminPage() {
  const { value } = useSubView('edit');
  if (value === null) return <ArticleList />;
  return (
    <Suspense fallback={<Loading />}>
      <ArticleEditor key={value} id={value === 'new' ? undefined : Number(value)} />
    </Suspense>
  );
}
