import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { LEAST_SHARE, MAX_SHARE, type Share, withinBounds } from './use-share.ts';

type Props = { share: Share; onChange: (share: Share) => void };

const STEP = 2;
const FAR = 10;

const moves: Readonly<Record<string, (share: Share) => number>> = {
  ArrowLeft: (share) => share - STEP,
  ArrowRight: (share) => share + STEP,
  PageUp: (share) => share + FAR,
  PageDown: (share) => share - FAR,
  Home: () => LEAST_SHARE,
  End: () => MAX_SHARE,
};

/**
 * The divider between materials and scoring: moved by dragging or with arrow keys. The width control above does the
 * same without either.
 */
export const Splitter = ({ share, onChange }: Props) => {
  const isDragged = useRef(false);
  const drag = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const split = currentTarget.parentElement;
    if (!isDragged.current || !split) return;
    const { left, width } = split.getBoundingClientRect();
    onChange(withinBounds(((clientX - left) / width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(withinBounds(move(share)));
  };
  return (
    // A focusable separator is a control (ARIA 1.2).
    <div
      className="desk-splitter"
      role="separator"
      aria-label="材料与评分的分界，左右方向键移动"
      aria-orientation="vertical"
      aria-valuenow={share}
      aria-valuemin={LEAST_SHARE}
      aria-valuemax={MAX_SHARE}
      aria-valuetext={`材料占 ${share}%`}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        isDragged.current = false;
      }}
      onPointerCancel={() => {
        isDragged.current = false;
      }}
    />
  );
};
