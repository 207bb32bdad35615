/** WCAG contrast arithmetic for `#rrggbb` colours. */

export const LIGHT_SURFACE = '#ffffff';
export const DARK_SURFACE = '#17191e';
const READABLE = 4.5;
/**
 * Higher than necessary, because antd dims areas that it fills with a dark theme's primary colour; dark text on them
 * must stay readable.
 */
const DARK_TARGET = 6.5;
/** Share of the theme colour in the background of a selected entry. */
const TINT = 0.1;
const STEP = 0.02;

/** All are readable on white, on the grey background and on a selected row. */
export const swatches = [
  { name: '蓝', color: '#1d5fd0' },
  { name: '靛蓝', color: '#4453c8' },
  { name: '青', color: '#0b6e7f' },
  { name: '绿', color: '#237804' },
  { name: '紫', color: '#6b3fc4' },
  { name: '玫红', color: '#b3246f' },
  { name: '橙', color: '#b83a0e' },
  { name: '石板灰', color: '#41526b' },
] as const;

export const DEFAULT_COLOR = swatches[0].color;
/** Chosen by eye; the arithmetic below would choose a duller colour. */
const DEFAULT_COLOR_DARK = '#5c9dff';

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

export const contrast = (one: string, other: string) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

export const mix = (color: string, other: string, share: number) => {
  const target = channels(other);
  const mixed = channels(color).map((value, index) =>
    Math.round(value + ((target[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** Shifts a colour until it is readable on the surface, and on the surface tinted with it, as for selected entries. */
const shiftUntilReadable = (surface: string, towards: string, wanted: number) => (color: string) => {
  for (let share = 0; share < 1; share += STEP) {
    const shade = mix(color, towards, share);
    if (contrast(shade, surface) >= wanted && contrast(shade, mix(surface, shade, TINT)) >= READABLE)
      return shade;
  }
  return towards;
};

/** The nearest shade that is readable on white. */
export const forLight = shiftUntilReadable(LIGHT_SURFACE, '#000000', READABLE);

const lightened = shiftUntilReadable(DARK_SURFACE, '#ffffff', DARK_TARGET);

/** The nearest shade that is readable on the dark surface. */
export const forDark = (color: string) => (color === DEFAULT_COLOR ? DEFAULT_COLOR_DARK : lightened(color));

export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text);
