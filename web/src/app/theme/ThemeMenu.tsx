import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { setMode, useAppearance, type Mode } from './appearance.ts';

export const modes = [
  { mode: 'light', label: '浅色', icon: <SunOutlined /> },
  { mode: 'dark', label: '深色', icon: <MoonOutlined /> },
  { mode: 'system', label: '跟随系统', icon: <DesktopOutlined /> },
] as const satisfies readonly { mode: Mode; label: string; icon: React.ReactNode }[];

export const modeItems = () =>
  modes.map(({ mode, label, icon }) => ({ key: mode, label, icon, onClick: () => setMode(mode) }));

export const ThemeMenu = () => {
  const { mode } = useAppearance();
  const chosen = modes.find((one) => one.mode === mode) ?? modes[2];
  return (
    <Dropdown trigger={['click']} menu={{ items: modeItems(), selectedKeys: [mode] }} autoFocus>
      <Button type="text" icon={chosen.icon} aria-label={`外观：${chosen.label}`} />
    </Dropdown>
  );
};
