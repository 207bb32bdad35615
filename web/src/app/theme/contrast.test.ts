import { theme as antd } from 'antd';
import { describe, expect, it } from 'vitest';
import { contrastOf, colouredRules, themeVariables, type Variables } from '../../testing/css-colors.ts';
import { themeOf } from './antd-theme.ts';
import { forDark, swatches } from './colors.ts';

/** Minimum contrast: WCAG 1.4.3 for text, 1.4.11 for elements that are visible only by their border. */
const [TEXT_CONTRAST, BORDER_CONTRAST] = [4.5, 3];

const given = themeVariables();
const themes = (['light', 'dark'] as const).flatMap((mode) =>
  swatches.map(({ name, color }) => {
    const shown = mode === 'dark' ? forDark(color) : color;
    return { name: `${mode}, ${name}`, mode, shown, variables: { ...given[mode], '--brand': shown } };
  }),
);

const lowContrastPairs = (
  pairs: [words: string, ground: string][],
  variables: Variables,
  wanted = TEXT_CONTRAST,
) =>
  pairs
    .map(([words, ground]) => ({ words, ground, ratio: contrastOf(words, ground, variables) }))
    .filter(({ ratio }) => ratio < wanted)
    .map(({ words, ground, ratio }) => `${words} on ${ground}: ${ratio.toFixed(2)}`);

const every = (words: string[], grounds: string[]) =>
  words.flatMap((one) => grounds.map((ground): [string, string] => [one, ground]));
const named = (names: string[]) => names.map((name) => `var(--${name})`);

const grounds = named(['surface', 'ground', 'hover', 'selected']);
const ownPairs = [
  ...every(
    named(['text', 'text-soft', 'text-faint', 'link', 'brand', 'danger', 'warning', 'success']),
    grounds,
  ),
  ...every(named(['text', 'text-soft', 'warning', 'link']), named(['warning-ground'])),
  ...every(named(['text', 'text-soft', 'danger', 'link']), named(['danger-ground'])),
  ...every(named(['text']), named(['line'])),
];

describe.each(themes)('the app in $name', ({ variables }) => {
  it('has readable text in every text colour on every background', () => {
    expect(lowContrastPairs(ownPairs, variables)).toEqual([]);
  });

  it('has readable text in every rule that sets text and background', () => {
    const pairs = colouredRules()
      .filter(({ color, ground }) => !/^(inherit|transparent)|important/.test(color) && ground !== 'none')
      .map(({ color, ground }): [string, string] => [color, ground]);
    expect(pairs.length).toBeGreaterThan(20);
    expect(lowContrastPairs(pairs, variables)).toEqual([]);
  });

  it('shows elements that are visible only by their border', () => {
    expect(lowContrastPairs(every(named(['line-strong']), grounds), variables, BORDER_CONTRAST)).toEqual([]);
  });
});

describe.each(themes)('antd in $name', ({ mode, shown, variables }) => {
  const config = themeOf({ color: shown, isDark: mode === 'dark', isStill: true, fontSize: 14 });
  const token = antd.getDesignToken(config);
  const plain = [token.colorBgContainer, token.colorBgElevated, token.colorBgLayout];
  const rows = [token.colorFillAlter, token.controlItemBgHover, token.controlItemBgActive];

  it('has readable text', () => {
    const { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorError } = token;
    const words = [
      token.colorText,
      token.colorTextSecondary,
      token.colorTextTertiary,
      token.colorTextDescription,
      token.colorTextPlaceholder,
      token.colorLink,
      token.colorLinkHover,
      token.colorLinkActive,
      token.colorError,
      token.colorSuccess,
      token.colorWarning,
    ];
    const buttons = config.components?.Button;
    const pairs: [string, string][] = [
      ...every(words, plain),
      ...every([token.colorText, token.colorTextSecondary, token.colorLink, token.colorError], rows),
      [token.colorSuccess, token.colorSuccessBg],
      [token.colorWarning, token.colorWarningBg],
      [token.colorError, token.colorErrorBg],
      ...every(
        [buttons?.primaryColor ?? token.colorTextLightSolid],
        [colorPrimary, colorPrimaryHover, colorPrimaryActive],
      ),
      [buttons?.dangerColor ?? token.colorTextLightSolid, colorError],
      [token.colorTextLightSolid, token.colorBgSpotlight],
      ...(mode === 'dark'
        ? every(
            [
              String(config.components?.Tabs?.itemSelectedColor),
              String(config.components?.Dropdown?.colorPrimary),
            ],
            plain,
          )
        : []),
    ];
    expect(lowContrastPairs(pairs, variables)).toEqual([]);
  });

  it('shows empty checkboxes and radios', () => {
    const borders = [String(config.components?.Checkbox?.colorBorder)];
    expect(lowContrastPairs(every(borders, [...plain, ...rows]), variables, BORDER_CONTRAST)).toEqual([]);
  });
});
