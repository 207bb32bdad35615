import { placement, WINDOW, type Crop } from './crop.ts';

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) => {
  const { left, top, width, height } = placement(crop, picture, WINDOW, canvas.width);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // A transparent picture is saved on white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height);
};
