import { LogoutOutlined, QuestionCircleOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { avatarUrl, DEFAULT_AVATAR } from '../../lib/avatar.ts';
import { ACCOUNT_PATH, MANUAL_PATH } from '../../lib/paths.ts';
import { useUser } from '../../lib/session-store.ts';
import { site } from '../../lib/site.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { useAppearance } from '../theme/appearance.ts';
import { modeItems } from '../theme/ThemeMenu.tsx';
import { confirmLogout } from './confirm-logout.ts';

const SettingsDrawer = lazy(() => import('../settings/SettingsDrawer.tsx'));

/** Entries that do not fit into the header of a phone. */
const mobileItems = (hasManual: boolean, openManual: () => void) => [
  ...(hasManual
    ? [
        {
          key: 'manual',
          icon: <QuestionCircleOutlined />,
          label: '专家操作手册',
          onClick: openManual,
        },
      ]
    : []),
  { type: 'divider' as const },
  ...modeItems(),
  { type: 'divider' as const },
];

export const UserMenu = ({ hasManual }: { hasManual: boolean }) => {
  const { user } = useUser();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const { mode } = useAppearance();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const openSettings = () => {
    setWasOpened(true);
    setIsSettingsOpen(true);
  };

  const items = [
    {
      key: 'center',
      icon: <UserOutlined />,
      label: '个人中心',
      onClick: () => navigate(ACCOUNT_PATH),
    },
    ...(site.showSettings
      ? [
          {
            key: 'settings',
            icon: <SettingOutlined />,
            label: '布局设置',
            onClick: openSettings,
          },
        ]
      : []),
    ...(isMobile ? mobileItems(hasManual, () => void navigate(MANUAL_PATH)) : []),
    {
      key: 'logout',
      icon: <LogoutOutlined />,
      label: '退出登录',
      onClick: () => confirmLogout(modal, user.id),
    },
  ];

  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectedKeys: isMobile ? [mode] : [] }}
        placement="bottomRight"
        autoFocus
      >
        <button type="button" className="plain-button user-button" aria-label={`${user.nickName}，账号菜单`}>
          <img
            src={avatarUrl(user.avatarName)}
            alt=""
            width={28}
            height={28}
            onError={({ currentTarget: image }) => {
              if (!image.src.endsWith(DEFAULT_AVATAR)) image.src = DEFAULT_AVATAR;
            }}
          />
          {!isMobile && <span>{user.nickName}</span>}
        </button>
      </Dropdown>
      <Suspense fallback={null}>
        {wasOpened && <SettingsDrawer open={isSettingsOpen} onClose={() => setIsSettingsOpen(false)} />}
      </Suspense>
    </>
  );
};
