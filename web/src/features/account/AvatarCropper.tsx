import { Slider } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { fit, MAX_ZOOM, placement, type Crop } from './crop.ts';

export const WINDOW = 240;
const STEP = 8;

type Props = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

const moves: Record<string, (crop: Crop) => Crop> = {
  ArrowLeft: (crop) => ({ ...crop, x: crop.x - STEP }),
  ArrowRight: (crop) => ({ ...crop, x: crop.x + STEP }),
  ArrowUp: (crop) => ({ ...crop, y: crop.y - STEP }),
  ArrowDown: (crop) => ({ ...crop, y: crop.y + STEP }),
  '+': (crop) => ({ ...crop, zoom: crop.zoom + 0.1 }),
  '=': (crop) => ({ ...crop, zoom: crop.zoom + 0.1 }),
  '-': (crop) => ({ ...crop, zoom: crop.zoom - 0.1 }),
};

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) => {
  const { left, top, width, height } = placement(crop, picture, WINDOW, canvas.width);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // A transparent picture is saved on white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height);
};

/** Moved by dragging or with the arrow keys, enlarged with the slider or + and −. */
export const AvatarCropper = ({ picture, crop, onChange }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const change = (next: Crop) => onChange(fit(next, picture, WINDOW));

  useEffect(() => drawCrop(canvas.current!, picture, crop), [picture, crop]);

  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change({ ...crop, x: crop.x + event.movementX, y: crop.y + event.movementY });
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    change(move(crop));
  };

  return (
    <div className="avatar-cropper">
      {/* Keys and gestures of its own: no element stands for such a widget. */}
      <div
        role="application"
        tabIndex={0}
        aria-label="头像裁剪：方向键移动，加减键缩放"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <canvas ref={canvas} width={WINDOW * 2} height={WINDOW * 2} />
      </div>
      <Slider
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={crop.zoom}
        tooltip={{ formatter: (zoom) => `${Math.round((zoom ?? 1) * 100)}%` }}
        ariaLabelForHandle="缩放"
        onChange={(zoom) => change({ ...crop, zoom })}
      />
    </div>
  );
};
