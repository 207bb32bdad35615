/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '../app/theme/colors.ts';

const src = join(import.meta.dirname, '..');
/** Read from disk, because style sheets that tests import are empty. */
const sheets = Object.fromEntries(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
);
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '');

type Rule = { selector: string; declarations: Record<string, string> };

/** The innermost blocks of a style sheet. */
const rulesOf = (css: string): Rule[] =>
  [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replaceAll(/\s+/g, ' '),
    declarations: Object.fromEntries(
      body.split(';').flatMap((line) => {
        const at = line.indexOf(':');
        return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
      }),
    ),
  }));

export type Variables = Record<string, string>;

/** The variables of base.css in the light and the dark theme. */
export const themeVariables = (): Record<'light' | 'dark', Variables> => {
  const rules = rulesOf(withoutComments(sheets[join('app', 'base.css')]!));
  const of = (wanted: string) => rules.find(({ selector }) => selector === wanted)!.declarations;
  return { light: of(':root'), dark: { ...of(':root'), ...of("[data-theme='dark']") } };
};

/** Rules of all style sheets that set both text colour and background. */
export const colouredRules = () =>
  Object.entries(sheets)
    .flatMap(([file, css]) => rulesOf(withoutComments(css)).map((rule) => ({ file, ...rule })))
    .flatMap(({ file, selector, declarations }) => {
      const { color } = declarations;
      const ground = declarations['background-color'] ?? declarations['background'];
      return color && ground ? [{ name: `${file} ${selector}`, color, ground }] : [];
    });

type Color = { channels: number[]; alpha: number };

const splitOutsideBrackets = (text: string) => text.split(/,\s*(?![^(]*\))/);

const hex = (text: string): Color => {
  const digits =
    text.length === 4
      ? text
          .slice(1)
          .split('')
          .map((one) => one + one)
          .join('')
      : text.slice(1);
  return { channels: [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)), alpha: 1 };
};

const rgb = (text: string): Color => {
  const parts = text.match(/[\d.]+%?/g)!;
  const alpha = parts[3] ?? '1';
  return {
    channels: parts.slice(0, 3).map(Number),
    alpha: alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha),
  };
};

const over = (front: Color, back: Color): Color => ({
  channels: front.channels.map((one, index) => one * front.alpha + back.channels[index]! * (1 - front.alpha)),
  alpha: 1,
});

const mixed = (text: string, variables: Variables): Color => {
  const [, one = '', other = ''] = splitOutsideBrackets(text.slice('color-mix('.length, -1));
  const share = Number.parseFloat(/([\d.]+)%$/.exec(one)![1]!) / 100;
  const front = parse(one.replace(/\s*[\d.]+%$/, ''), variables);
  return over({ ...front, alpha: share }, parse(other, variables));
};

const parse = (text: string, variables: Variables): Color => {
  const variable = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (variable) return parse(variables[variable]!, variables);
  if (text.startsWith('color-mix(')) return mixed(text, variables);
  if (text.startsWith('#')) return hex(text);
  if (text.startsWith('rgb')) return rgb(text);
  throw new Error(`No colour: ${text}`);
};

const toHex = ({ channels }: Color) =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

/** WCAG contrast of text on a background; a transparent background is blended with the page. */
export const contrastOf = (words: string, ground: string, variables: Variables): number => {
  const below = over(parse(ground, variables), parse('var(--surface)', variables));
  return contrast(toHex(over(parse(words, variables), below)), toHex(below));
};
