import { theme, type ThemeConfig } from 'antd';
import { DARK_SURFACE, mix } from './colors.ts';

const font = 'var(--font)';

const shared: ThemeConfig['token'] = {
  borderRadius: 4,
  fontFamily: font,
  controlHeightSM: 24,
  wireframe: false,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
};

/** An empty checkbox or radio is visible only by its border: 3:1 on every background (WCAG 1.4.11). */
const boxes = (colorBorder: string) => ({ Checkbox: { colorBorder }, Radio: { colorBorder } });

const light = (color: string): ThemeConfig => ({
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: color,
    colorInfo: color,
    colorLink: mix(color, '#000000', 0.1),
    // White text on antd's lighter hover colour has too little contrast.
    colorPrimaryHover: mix(color, '#000000', 0.12),
    // antd lightens links on hover until they are unreadable.
    colorLinkHover: mix(color, '#000000', 0.25),
    colorLinkActive: mix(color, '#000000', 0.4),
    colorSuccess: '#237804',
    // Also readable on its own tint, as in tags.
    colorWarning: '#9c5d00',
    colorError: '#cf1322',
    colorTextSecondary: 'rgba(0,0,0,0.68)',
    colorTextTertiary: 'rgba(0,0,0,0.62)',
    colorTextDescription: 'rgba(0,0,0,0.65)',
    colorTextPlaceholder: 'rgba(0,0,0,0.58)',
    colorBgLayout: '#f5f6f8',
    controlItemBgActive: mix('#ffffff', color, 0.1),
    colorSuccessBg: '#f0f8ec',
    colorSuccessBorder: '#b5d8a3',
    colorWarningBg: '#fff7e6',
    colorWarningBorder: '#f0d199',
    colorErrorBg: '#fff1f0',
    colorErrorBorder: '#f5b7b4',
  },
  components: boxes('#82868f'),
});

const dark = (color: string): ThemeConfig => ({
  algorithm: theme.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: color,
    colorInfo: color,
    // antd's pressed colour is too dark for the text on it.
    colorPrimaryActive: mix(color, '#000000', 0.12),
    colorLink: mix(color, '#ffffff', 0.2),
    colorLinkHover: mix(color, '#ffffff', 0.45),
    colorLinkActive: mix(color, '#ffffff', 0.6),
    colorSuccess: '#6fcf4a',
    colorWarning: '#f0b429',
    // antd dims it; it must stay readable on a selected row.
    colorError: '#ffa19e',
    colorTextSecondary: 'rgba(255,255,255,0.72)',
    colorTextTertiary: 'rgba(255,255,255,0.66)',
    colorTextDescription: 'rgba(255,255,255,0.68)',
    colorTextPlaceholder: 'rgba(255,255,255,0.62)',
    colorBgLayout: '#0f1115',
    colorBgContainer: DARK_SURFACE,
    colorBgElevated: '#1e2128',
    colorPrimaryText: mix(color, '#ffffff', 0.2),
    colorPrimaryTextHover: mix(color, '#ffffff', 0.45),
    controlItemBgActive: mix(DARK_SURFACE, color, 0.14),
  },
  components: {
    ...boxes('#7f8591'),
    // The selected entry of a menu has a tinted background, on which the dimmed primary colour is too dark.
    Dropdown: { colorPrimary: mix(color, '#ffffff', 0.3) },
    Button: { primaryColor: '#0b1220', dangerColor: '#0b1220' },
    Tabs: { itemSelectedColor: mix(color, '#ffffff', 0.3), cardBg: '#121419' },
  },
});

type Look = { color: string; isDark: boolean; isStill: boolean; fontSize: number };

/** Both token sets pass axe for contrast on menus, tables, forms, trees, tags and alerts; antd's own do not. */
export const themeOf = ({ color, isDark, isStill, fontSize }: Look): ThemeConfig => {
  const chosen = isDark ? dark(color) : light(color);
  return {
    ...chosen,
    token: { ...chosen.token, fontSize, fontSizeLG: Math.max(16, fontSize), motion: !isStill },
    components: {
      ...chosen.components,
      // Red text has too little contrast on antd's hover colour of a selected row.
      Table: { cellPaddingBlockSM: 6, rowSelectedHoverBg: chosen.token?.controlItemBgActive },
    },
  };
};
