/** A square window on a picture. All lengths are in pixels of the window; the offset is that of the picture's centre. */
export type Crop = { zoom: number; x: number; y: number };
export type Picture = { width: number; height: number };

export const MAX_ZOOM = 4;

/** At zoom 1 the shorter side of the picture fills the window. */
const scaleOf = (picture: Picture, window: number, zoom: number) =>
  (window / Math.min(picture.width, picture.height)) * zoom;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The nearest crop whose window is full of picture. */
export const fit = (crop: Crop, picture: Picture, window: number): Crop => {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const scale = scaleOf(picture, window, zoom);
  const roomX = Math.max(0, (picture.width * scale - window) / 2);
  const roomY = Math.max(0, (picture.height * scale - window) / 2);
  return { zoom, x: between(-roomX, crop.x, roomX), y: between(-roomY, crop.y, roomY) };
};

/** Where the picture lies when it is drawn into a square of `size` pixels. */
export const placement = (crop: Crop, picture: Picture, window: number, size: number) => {
  const ratio = size / window;
  const scale = scaleOf(picture, window, crop.zoom) * ratio;
  const width = picture.width * scale;
  const height = picture.height * scale;
  return {
    left: size / 2 + crop.x * ratio - width / 2,
    top: size / 2 + crop.y * ratio - height / 2,
    width,
    height,
  };
};
