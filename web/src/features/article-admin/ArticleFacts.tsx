import { useQuery } from '@tanstack/react-query';
import { articleApi, type ManagedArticle } from '@zhiping/shared/contracts/article.ts';
import { AttachmentList } from '../../kit/display/AttachmentList.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { RichText } from '../../kit/display/RichText.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import './article-admin.css';
import { audienceOf, StateTag, typeOf } from './articles.tsx';
import { Versions } from './Versions.tsx';

export const ArticleFacts = ({ summary: { id } }: { summary: ManagedArticle }) => {
  const { data: article, error, refetch } = useQuery(reading(articleApi.detail, { params: { id } }));
  if (error) return <Failed what="公告" error={error} onRetry={() => void refetch()} />;
  if (!article) return <Loading />;
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={article.state} />],
          ['类型', typeOf(article)],
          ['可见范围', audienceOf(article)],
          ['发布时间', article.publishedAt],
          ['结束时间', article.endsAt],
          ['已读人数', `${article.readCount} / ${article.readerCount} 人`],
          ['修改人', article.updateBy],
          ['修改时间', article.updateTime],
        ]}
      />
      <h2 className="article-section">正文</h2>
      <RichText html={article.body} />
      {article.attachments.length > 0 && <h2 className="article-section">附件</h2>}
      <AttachmentList files={article.attachments} />
      <Versions article={article} />
    </>
  );
};
