import { useQuery } from '@tanstack/react-query';
import { type ArticleDetail, articleApi } from '@zhiping/shared/contracts/article.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Empty, Failed, Loading } from '../../../kit/display/states.tsx';
import { usePermission } from '../../../lib/permission.ts';
import { reading } from '../../../lib/query-client.ts';
import '../article-admin.css';
import { ArticleForm } from './ArticleForm.tsx';
import { valuesOf } from '../articles.tsx';

type Opened = { article?: ArticleDetail | undefined; old?: { title: string; body: string } | undefined };

/** Edits an article, or restores the old version that `from` in the address names. */
export default function ArticleEditor({ id }: { id: number | undefined }) {
  const isPermitted = usePermission([id === undefined ? 'article:add' : 'article:edit']);
  const [params] = useSearchParams();
  const [from] = useState(() => (id === undefined ? null : params.get('from')));
  // The article as it was when the form opened: a later refetch, or a failed one, must neither change nor close the
  // form.
  const [opened, setOpened] = useState<Opened | undefined>(id === undefined ? {} : undefined);
  const isWaiting = opened === undefined;
  const article = useQuery({
    ...reading(articleApi.detail, { params: { id: id ?? 0 } }),
    staleTime: 0,
    enabled: isWaiting,
  });
  const version = useQuery({
    ...reading(articleApi.version, { params: { id: id ?? 0, version: Number(from) } }),
    enabled: isWaiting && from !== null,
  });

  if (!isPermitted) return <Empty text="无权编辑公告" />;
  if (opened) {
    const start = valuesOf(opened.article);
    const values = opened.old ? { ...start, title: opened.old.title, body: opened.old.body } : start;
    return <ArticleForm article={opened.article} start={values} isRestored={opened.old !== undefined} />;
  }
  const failed = [article, version].find(({ isError }) => isError);
  if (failed) return <Failed what="公告" error={failed.error} onRetry={() => void failed.refetch()} />;
  // A cached article may be older than the change of another user, so the form waits for a fetch.
  if (article.data && article.isFetchedAfterMount && (from === null || version.data))
    setOpened({ article: article.data, old: version.data });
  return <Loading />;
}
