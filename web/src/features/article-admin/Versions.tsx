import { useQuery } from '@tanstack/react-query';
import { articleApi, type ArticleDetail } from '@zhiping/shared/contracts/article.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { RichText } from '../../kit/display/RichText.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { reading } from '../../lib/query-client.ts';

const VersionText = ({ id, version }: { id: number; version: number }) => {
  const { data, error, refetch } = useQuery(reading(articleApi.version, { params: { id, version } }));
  if (error) return <Failed what="历史版本" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  return (
    <>
      <h2 className="article-title">{data.title}</h2>
      <RichText html={data.body} />
    </>
  );
};

/** Versions count from 0, shown numbers from 1. */
const nameOf = (version: number) => `第 ${version + 1} 版`;

/**
 * All saved versions of an article. An old version is restored through the editor, so that its content is visible
 * first.
 */
export const Versions = ({ article: { id, version: current } }: { article: ArticleDetail }) => {
  const { data = [], error, refetch } = useQuery(reading(articleApi.versions, { params: { id } }));
  const edit = useSubView('edit');
  const [shown, setShown] = useState<number>();
  if (error) return <Failed what="历史版本" error={error} onRetry={() => void refetch()} />;
  return (
    <section>
      <h2 className="article-section">历史版本</h2>
      <ol className="article-versions" reversed>
        {data.map(({ version, savedBy, savedAt }) => (
          <li key={version}>
            <span>
              {nameOf(version)}
              {version === current && '（当前）'}
            </span>
            <time dateTime={savedAt}>{savedAt}</time>
            <span>{savedBy}</span>
            <Button
              type="link"
              size="small"
              aria-label={`查看${nameOf(version)}`}
              onClick={() => setShown(version)}
            >
              查看
            </Button>
            {version !== current && (
              <Can roles={['article:edit']}>
                <Link to={`${edit.hrefOf(id)}&from=${version}`} aria-label={`恢复${nameOf(version)}`}>
                  恢复
                </Link>
              </Can>
            )}
          </li>
        ))}
      </ol>
      <Dialog
        title={shown === undefined ? '' : nameOf(shown)}
        open={shown !== undefined}
        width={760}
        footer={null}
        onCancel={() => setShown(undefined)}
      >
        {shown !== undefined && <VersionText id={id} version={shown} />}
      </Dialog>
    </section>
  );
};
