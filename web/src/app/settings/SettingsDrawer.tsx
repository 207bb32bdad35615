import { Button, Drawer, Segmented, Switch } from 'antd';
import { useId } from 'react';
import { defaultSettings, saveSettings, useSettings, type Settings } from './settings.ts';
import { setDisplaySize, sizes, useDisplaySize } from '../../lib/display-size.ts';
import { resetAppearance, setMode, useAppearance } from '../theme/appearance.ts';
import { ColorChoice } from './ColorChoice.tsx';
import { modes } from '../theme/ThemeMenu.tsx';
import './settings-drawer.css';

const switches: readonly { name: keyof Settings; label: string }[] = [
  { name: 'tagsView', label: '标签栏' },
  { name: 'fixedHeader', label: '固定顶栏' },
  { name: 'sidebarLogo', label: '侧栏标志' },
  { name: 'uniqueOpened', label: '只展开一个目录' },
  { name: 'showFooter', label: '页脚' },
];

const Row = ({ name, label }: { name: keyof Settings; label: string }) => {
  const settings = useSettings();
  const id = useId();
  return (
    <div className="settings-row">
      <label htmlFor={id}>{label}</label>
      <Switch
        id={id}
        checked={settings[name]}
        onChange={(checked) => void saveSettings({ ...settings, [name]: checked })}
      />
    </div>
  );
};

const restoreDefaults = () => {
  resetAppearance();
  void saveSettings(defaultSettings);
};

/** Layout and appearance; every choice applies at once. Layout is stored with the user, appearance on this machine. */
export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mode } = useAppearance();
  const size = useDisplaySize();
  return (
    <Drawer
      title="布局设置"
      size={320}
      open={open}
      onClose={onClose}
      footer={<Button onClick={restoreDefaults}>恢复默认</Button>}
    >
      <section className="settings">
        <h2>主题色</h2>
        <ColorChoice />
        <h2 id="settings-mode">外观</h2>
        <Segmented
          block
          aria-labelledby="settings-mode"
          value={mode}
          onChange={setMode}
          options={modes.map((one) => ({ value: one.mode, label: one.label }))}
        />
        <h2 id="settings-size">显示大小</h2>
        <Segmented
          block
          aria-labelledby="settings-size"
          value={size}
          onChange={setDisplaySize}
          options={[...sizes]}
        />
        <h2>布局</h2>
        {switches.map((one) => (
          <Row key={one.name} {...one} />
        ))}
      </section>
    </Drawer>
  );
}
