import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../display/states.tsx';
import { NumberInput } from '../form/NumberInput.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { createViewer, type Found, type Viewer } from './create-viewer.ts';
import type { FileViewProps } from './file-view-props.ts';
import { SearchBar } from './SearchBar.tsx';
import { useDarkPages } from './use-dark-pages.ts';
import { ViewFailed } from './ViewFailed.tsx';
import { Watermark } from './Watermark.tsx';

type Props = Pick<
  FileViewProps,
  'url' | 'name' | 'watermark' | 'failures' | 'onPage' | 'startZoom' | 'onZoom' | 'onShown'
> & { startPage: number };

/** A PDF as a column of pages, with a text layer for search and screen readers. */
export const PdfView = ({
  url,
  name,
  watermark,
  failures,
  startPage,
  startZoom,
  onPage,
  onZoom,
  onShown,
}: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(startPage);
  const [percent, setPercent] = useState(100);
  const [found, setFound] = useState<Found>();
  const [isSearching, setSearching] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isDark, setDark] = useDarkPages();
  const latest = useLatest({ onPage, onShown, page, zoom: startZoom });

  useEffect(() => {
    if (!place.current) return undefined;
    let all = 0;
    const turned = (next: number) => {
      setPage(next);
      if (all > 0) latest.current.onPage?.(next, all);
    };
    const created = createViewer(
      place.current,
      url,
      { page: latest.current.page, zoom: latest.current.zoom },
      {
        ready: (count) => {
          all = count;
          setPages(count);
          turned(Math.min(latest.current.page, count));
        },
        shown: () => latest.current.onShown?.(),
        page: turned,
        scale: setPercent,
        found: setFound,
        failed: setError,
        search: () => setSearching(true),
      },
    );
    viewer.current = created;
    return () => {
      viewer.current = undefined;
      created.destroy();
    };
  }, [url, attempt, latest]);

  const zoomed = (zoom: string | undefined) => zoom !== undefined && onZoom?.(zoom);
  const endSearch = () => {
    setSearching(false);
    setFound(undefined);
    viewer.current?.endFind();
    place.current?.focus();
  };
  if (error)
    return (
      <ViewFailed
        error={error}
        failures={failures}
        onRetry={() => {
          setError(undefined);
          setAttempt((count) => count + 1);
        }}
      />
    );
  return (
    <div className={isDark ? 'viewer has-dark-pages' : 'viewer'}>
      <div className="viewer-bar" role="toolbar" aria-label="翻页、缩放与查找">
        <Button disabled={page <= 1} onClick={() => viewer.current?.turn(-1)}>
          上一页
        </Button>
        <span className="viewer-first">
          <NumberInput
            aria-label="页码"
            min={1}
            max={pages || 1}
            value={page}
            controls={false}
            onChange={(value) => value && viewer.current?.goTo(value)}
          />{' '}
          / {pages || '…'}
        </span>
        <Button disabled={page >= pages} onClick={() => viewer.current?.turn(1)}>
          下一页
        </Button>
        <Button className="viewer-first" aria-label="缩小" onClick={() => zoomed(viewer.current?.zoom(-1))}>
          −
        </Button>
        <output className="viewer-first">{percent}%</output>
        <Button className="viewer-first" aria-label="放大" onClick={() => zoomed(viewer.current?.zoom(1))}>
          ＋
        </Button>
        <Button onClick={() => zoomed(viewer.current?.fit())}>适合宽度</Button>
        <Button onClick={() => viewer.current?.rotate()}>旋转</Button>
        <Button className="viewer-first" onClick={() => setSearching(true)}>
          查找
        </Button>
        <Button className="viewer-dark-switch" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
          {isDark ? '原色页面' : '深色页面'}
        </Button>
      </div>
      {isSearching && (
        <SearchBar
          found={found}
          onFind={(query, again, backwards) => viewer.current?.find(query, again, backwards)}
          onClose={endSearch}
        />
      )}
      <div className="viewer-frame">
        {pages === 0 && <Loading />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard must be able to scroll it. */}
        <div ref={place} className="viewer-pages" tabIndex={0} role="group" aria-label={name}>
          <div className="pdfViewer" />
        </div>
        <Watermark mark={watermark} />
      </div>
    </div>
  );
};
