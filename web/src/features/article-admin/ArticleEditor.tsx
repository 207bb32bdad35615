import { useQuery } from '@tanstack/react-query';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Failed, Loading } from '../../kit/states.tsx';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import './article-admin.css';
import { ArticleForm } from './ArticleForm.tsx';
import { valuesOf } from './articles.tsx';

/** As it is now: an editor who begins with what is remembered would save over somebody's change. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnMount: true } as const;

/** The article to change, or with `from` in the address an old version of it to bring back. */
export default function ArticleEditor({ id }: { id: number | undefined }) {
  const isPermitted = usePermission([id === undefined ? 'article:add' : 'article:edit']);
  const [params] = useSearchParams();
  const [from] = useState(() => params.get('from'));
  const article = useQuery({
    ...reading(articleApi.detail, { params: { id: id ?? 0 } }),
    ...fresh,
    enabled: id !== undefined,
  });
  const version = useQuery({
    ...reading(articleApi.version, { params: { id: id ?? 0, version: Number(from) } }),
    enabled: id !== undefined && from !== null,
  });

  const failed = [article, version].find(({ isError }) => isError);
  if (!isPermitted) return <p className="panel">无权编辑公告</p>;
  if (failed) return <Failed what="公告" error={failed.error} onRetry={() => void failed.refetch()} />;
  if ((id !== undefined && !article.data) || (from !== null && !version.data)) return <Loading />;
  const start = valuesOf(article.data);
  return (
    <ArticleForm
      article={article.data}
      start={version.data ? { ...start, title: version.data.title, body: version.data.body } : start}
      isRestored={version.data !== undefined}
    />
  );
}
