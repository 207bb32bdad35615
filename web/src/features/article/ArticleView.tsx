import { LeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { Button } from 'antd';
import { useRef } from 'react';
import { AttachmentList } from '../../kit/display/AttachmentList.tsx';
import { CopyOf, Paper } from '../../kit/display/Paper.tsx';
import { RichText } from '../../kit/display/RichText.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { print } from '../../lib/print.ts';
import { reading } from '../../lib/query-client.ts';

type Props = { id: number; onBack: (() => void) | undefined };

export const ArticleView = ({ id, onBack }: Props) => {
  const text = useRef<HTMLDivElement>(null);
  const { data: article, isPending, error, refetch } = useQuery(reading(articleApi.read, { params: { id } }));

  if (isPending) return <Loading />;
  if (error) return <Failed what="正文" error={error} onRetry={() => void refetch()} />;
  return (
    <section className="panel article-view" aria-label="正文">
      <div className="article-tools">
        {onBack && (
          <Button icon={<LeftOutlined />} onClick={onBack}>
            返回列表
          </Button>
        )}
        <Button icon={<PrinterOutlined />} onClick={() => void print()}>
          打印
        </Button>
      </div>
      <article>
        <h1>{article.title}</h1>
        <div ref={text}>
          <p className="article-date">
            发布于 <time dateTime={article.publishedAt}>{article.publishedAt.slice(0, 10)}</time>
          </p>
          <RichText html={article.body} />
          {article.attachments.length > 0 && <h2 className="article-attachments">附件</h2>}
          <AttachmentList files={article.attachments} />
        </div>
      </article>
      <Paper kind="detail" title={article.title}>
        <CopyOf source={text} />
      </Paper>
    </section>
  );
};
