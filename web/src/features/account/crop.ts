/** A square crop of a picture. Lengths are in pixels of the window; the offset is that of the picture's centre. */
export type Crop = { zoom: number; x: number; y: number };
type Picture = { width: number; height: number };

export const MAX_ZOOM = 4;
/** Side of the crop window, in pixels. */
export const WINDOW = 240;

/** At zoom 1 the shorter side of the picture fills the window. */
const scaleOf = (picture: Picture, window: number, zoom: number) =>
  (window / Math.min(picture.width, picture.height)) * zoom;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** How far the picture can be moved in each direction, in pixels of the window. */
export const roomOf = (zoom: number, picture: Picture, window: number) => {
  const scale = scaleOf(picture, window, zoom);
  const room = (length: number) => Math.max(0, (length * scale - window) / 2);
  return { x: room(picture.width), y: room(picture.height) };
};

/** The nearest crop that leaves no part of the window empty. */
export const fit = (crop: Crop, picture: Picture, window: number): Crop => {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const room = roomOf(zoom, picture, window);
  return { zoom, x: between(-room.x, crop.x, room.x), y: between(-room.y, crop.y, room.y) };
};

/** Position and size of the picture when it is drawn into a square of `size` pixels. */
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
