import {
  blindCopyApi,
  type BlindCopy,
  type BlindMark,
  type BlindPage,
} from '@zhiping/shared/contracts/blind-copy.ts';
import { cornersOf } from '@zhiping/shared/rules/blind-copy/places.ts';
import { markKinds } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { urlOf } from '../../lib/api.ts';

const FINE = 1600;
const USUAL = 1000;

type Props = {
  copy: Pick<BlindCopy, 'id' | 'coveredAt'>;
  page: BlindPage;
  side: 'original' | 'copy';
  zoom: number;
  marks: readonly BlindMark[];
  selected: number | null;
  onSelect: (id: number) => void;
  children?: ReactNode;
};

/** One page as a picture; its marks use the units of the page. */
export const PageView = ({ copy, page, side, zoom, marks, selected, onSelect, children }: Props) => {
  const [shown, setShown] = useState<'loading' | 'whole' | 'failed'>('loading');
  const width = zoom > 1 ? FINE : USUAL;
  const source = urlOf(blindCopyApi.page, {
    params: { id: copy.id, page: page.page },
    query: { side, width },
  });
  const label = side === 'original' ? '原件' : '副本';
  return (
    <figure className="blind-side" aria-label={`${label}第 ${page.page} 页`}>
      <figcaption>{label}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas need keyboard access */}
      <div className="blind-scroll" tabIndex={0} role="group" aria-label={`${label}页面，可滚动`}>
        <div
          className="blind-sheet"
          style={{ width: `${zoom * 100}%`, aspectRatio: `${page.width} / ${page.height}` }}
        >
          {shown === 'loading' && <p className="blind-waiting">正在绘制这一页…</p>}
          {shown === 'failed' ? (
            <p className="blind-failed">
              这一页无法显示
              <Button onClick={() => setShown('loading')}>重试</Button>
            </p>
          ) : (
            <img
              src={side === 'copy' ? `${source}&made=${encodeURIComponent(copy.coveredAt ?? '')}` : source}
              alt={`${label}第 ${page.page} 页的画面`}
              onLoad={() => setShown('whole')}
              onError={() => setShown('failed')}
            />
          )}
          <svg viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
            {marks.flatMap((mark) =>
              mark.places
                .filter((place) => place.page === page.page)
                .map((place, index) => (
                  <polygon
                    key={`${mark.id}-${index}`}
                    className={`blind-mark is-${mark.state} ${mark.id === selected ? 'is-selected' : ''}`}
                    points={cornersOf(place)
                      .map((corner) => corner.join())
                      .join(' ')}
                    onClick={() => onSelect(mark.id)}
                  >
                    <title>{`${markKinds[mark.kind]} ${mark.words}`}</title>
                  </polygon>
                )),
            )}
          </svg>
          {children}
        </div>
      </div>
    </figure>
  );
};
