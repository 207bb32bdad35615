import type { BlindPage } from '@zhiping/shared/contracts/blind-copy.ts';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

type Box = { x: number; y: number; width: number; height: number };

const between = (from: [number, number], to: [number, number]): Box => ({
  x: Math.min(from[0], to[0]),
  y: Math.min(from[1], to[1]),
  width: Math.abs(to[0] - from[0]),
  height: Math.abs(to[1] - from[1]),
});

const STEP = 6;
const FINE_STEP = 1;
const LEAST = 3;

const moves: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Props = { page: BlindPage; onDone: (place: Place) => void; onCancel: () => void };

/** Draws a rectangle on a page: by mouse or finger from corner to corner, or by keyboard. */
export const DrawLayer = ({ page, onDone, onCancel }: Props) => {
  const [box, setBox] = useState<Box>({
    x: page.width * 0.35,
    y: page.height * 0.3,
    width: page.width * 0.3,
    height: 20,
  });
  const begun = useRef<[number, number] | null>(null);
  const layer = useRef<HTMLButtonElement>(null);
  useEffect(() => layer.current?.focus(), []);

  const pointOf = ({
    clientX,
    clientY,
    currentTarget,
  }: PointerEvent<HTMLButtonElement>): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
    return [
      within(((clientX - left) / width) * page.width, page.width),
      within(((clientY - top) / height) * page.height, page.height),
    ];
  };
  const save = (drawn: Box) => {
    if (drawn.width >= LEAST && drawn.height >= LEAST) onDone({ page: page.page, ...drawn, angle: 0 });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return save(box);
    if (event.key === 'Escape') return onCancel();
    const step = event.altKey ? FINE_STEP : STEP;
    const [right, down] = [move![0] * step, move![1] * step];
    setBox(
      event.shiftKey
        ? {
            ...box,
            width: Math.min(page.width - box.x, Math.max(LEAST, box.width + right)),
            height: Math.min(page.height - box.y, Math.max(LEAST, box.height + down)),
          }
        : {
            ...box,
            x: Math.min(page.width - box.width, Math.max(0, box.x + right)),
            y: Math.min(page.height - box.height, Math.max(0, box.y + down)),
          },
    );
  };

  return (
    <button
      ref={layer}
      type="button"
      className="blind-draw"
      aria-label="框选遮盖区域：拖动画框；或用方向键移动，Shift 加方向键改变大小，Enter 保存，Esc 取消"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = pointOf(event);
        setBox({ x: begun.current[0], y: begun.current[1], width: 0, height: 0 });
      }}
      onPointerMove={(event) => {
        if (begun.current) setBox(between(begun.current, pointOf(event)));
      }}
      onPointerUp={(event) => {
        if (!begun.current) return;
        const drawn = between(begun.current, pointOf(event));
        begun.current = null;
        save(drawn);
      }}
      onPointerCancel={() => (begun.current = null)}
    >
      <svg viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
        <rect className="blind-drawn" {...box} />
      </svg>
    </button>
  );
};
