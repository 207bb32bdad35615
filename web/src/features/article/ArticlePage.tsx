import { useQuery } from '@tanstack/react-query';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { useList } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';
import { useTabTitle } from '../../lib/tab-context.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import './article.css';
import { ArticleList } from './ArticleList.tsx';
import { ArticleView } from './ArticleView.tsx';

/** Only experts have a manual (specification §6). */
const useManual = () => {
  const { readManual } = useUser().abilities;
  const { data } = useQuery({
    ...reading(articleApi.list, { query: { type: 'expertManual', size: 1 } }),
    enabled: readManual,
  });
  return data?.content[0];
};

export default function ArticlePage() {
  const isMobile = useIsMobile();
  const opened = useSubView('view');
  const manual = useManual();
  const list = useList(articleApi.list);
  // On a wide screen the area beside the list is never empty: it shows the manual, or else the newest notice.
  const first = isMobile ? undefined : (manual ?? list.rows[0])?.id;
  const shownId = Number(opened.value) || first;
  useTabTitle(manual && shownId === manual.id ? manual.title : undefined);

  return (
    <div className="article-page">
      {(!isMobile || shownId === undefined) && (
        <ArticleList list={list} manual={manual} shownId={shownId} hrefOf={opened.hrefOf} />
      )}
      {shownId !== undefined && (
        <ArticleView key={shownId} id={shownId} onBack={isMobile ? opened.close : undefined} />
      )}
    </div>
  );
}
