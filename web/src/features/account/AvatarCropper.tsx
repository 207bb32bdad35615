import { Slider } from 'antd';
import { useEffect, useRef, type PointerEvent } from 'react';
import { fit, MAX_ZOOM, roomOf, WINDOW, type Crop } from './crop.ts';
import { drawCrop } from './draw-crop.ts';

type Props = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

type StepProps = {
  label: string;
  range: [low: number, high: number];
  step: number;
  value: number;
  onChange: (value: number) => void;
};

const Step = ({ label, range: [low, high], ...slider }: StepProps) => (
  <div className="avatar-step">
    <span aria-hidden>{label}</span>
    <Slider
      min={low}
      max={high}
      disabled={low === high}
      tooltip={{ open: false }}
      ariaLabelForHandle={label}
      {...slider}
    />
  </div>
);

/** Crops a picture by dragging; the sliders do the same by keyboard. */
export default function AvatarCropper({ picture, crop, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = roomOf(crop.zoom, picture, WINDOW);
  const change = (patch: Partial<Crop>) => onChange(fit({ ...crop, ...patch }, picture, WINDOW));

  useEffect(() => drawCrop(canvas.current!, picture, crop), [picture, crop]);

  const drag = ({ currentTarget, pointerId, movementX, movementY }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) change({ x: crop.x + movementX, y: crop.y + movementY });
  };

  return (
    <div className="avatar-cropper">
      <canvas
        ref={canvas}
        aria-hidden
        width={WINDOW * 2}
        height={WINDOW * 2}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <Step
        label="缩放"
        range={[1, MAX_ZOOM]}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => change({ zoom })}
      />
      <Step label="左右" range={[-room.x, room.x]} step={1} value={crop.x} onChange={(x) => change({ x })} />
      <Step label="上下" range={[-room.y, room.y]} step={1} value={crop.y} onChange={(y) => change({ y })} />
    </div>
  );
}
