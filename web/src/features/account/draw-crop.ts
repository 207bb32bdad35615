import { placement, WINDOW, type Crop } from './crop.ts';

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) => {
  const { left, top, width, height } = placement(crop, picture, WINDOW, canvas.width);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // Transparent pictures get a white background.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height);
};
