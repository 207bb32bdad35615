import { Button } from 'antd';
import { useState } from 'react';
import type { FileViewProps } from './file-view-props.ts';
import { ViewFailed } from './ViewFailed.tsx';
import { Watermark } from './Watermark.tsx';

const STEP = 1.25;
const [LEAST, MOST] = [0.25, 8];

type Props = Pick<FileViewProps, 'url' | 'name' | 'watermark' | 'failures' | 'startZoom' | 'onZoom'> & {
  onSeen: () => void;
};

/** A picture that fits the width of its container until the reader zooms. */
export const ImageView = ({ url, name, watermark, failures, startZoom, onZoom, onSeen }: Props) => {
  const [scale, setScale] = useState(() => Number(startZoom) || 1);
  const [turns, setTurns] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const zoomTo = (next: number) => {
    const fitting = Math.min(MOST, Math.max(LEAST, next));
    setScale(fitting);
    onZoom?.(String(fitting));
  };
  if (hasFailed) return <ViewFailed error={null} failures={failures} onRetry={() => setFailed(false)} />;
  return (
    <div className="viewer">
      <div className="viewer-bar" role="toolbar" aria-label="缩放与旋转">
        <Button aria-label="缩小" onClick={() => zoomTo(scale / STEP)}>
          −
        </Button>
        <output>{Math.round(scale * 100)}%</output>
        <Button aria-label="放大" onClick={() => zoomTo(scale * STEP)}>
          ＋
        </Button>
        <Button onClick={() => zoomTo(1)}>适合宽度</Button>
        <Button onClick={() => setTurns((now) => (now + 1) % 4)}>旋转</Button>
      </div>
      <div className="viewer-frame">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard must be able to scroll it. */}
        <div className="viewer-pages" tabIndex={0} role="group" aria-label={name}>
          <img
            src={url}
            alt={name}
            style={{ width: `${scale * 100}%`, rotate: `${turns * 90}deg` }}
            onLoad={onSeen}
            onError={() => setFailed(true)}
          />
        </div>
        <Watermark mark={watermark} />
      </div>
    </div>
  );
};
