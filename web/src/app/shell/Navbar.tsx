import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button, ConfigProvider, Tooltip } from 'antd';
import { Link } from 'react-router';
import { toggleFullscreen, useFullscreen } from '../../lib/fullscreen.ts';
import { MANUAL_PATH } from '../../lib/paths.ts';
import { useUser } from '../../lib/session-store.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import type { Crumb } from '../menu/find-page.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { NoticeList } from './NoticeList.tsx';
import { setOverlay, toggleSidebar, useSidebar } from './sidebar-state.ts';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

const SidebarButton = () => {
  const { isOpen, isOverlay } = useSidebar();
  const isMobile = useIsMobile();
  const isShown = isMobile ? isOverlay : isOpen;
  return (
    <Button
      type="text"
      aria-label={isShown ? '收起菜单' : '展开菜单'}
      aria-expanded={isShown}
      icon={isShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      onClick={() => (isMobile ? setOverlay(true) : toggleSidebar())}
    />
  );
};

const FullscreenButton = () => {
  const isFullscreen = useFullscreen();
  return (
    <Tooltip title={isFullscreen ? '退出全屏' : '全屏'}>
      <Button
        type="text"
        aria-label="全屏"
        aria-pressed={isFullscreen}
        icon={isFullscreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => void toggleFullscreen()}
      />
    </Tooltip>
  );
};

const PALETTE_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Renders menus inside the landmark of their button. */
const popupsIn = (trigger?: HTMLElement) => trigger?.closest('header') ?? document.body;

type Props = { crumbs: readonly Crumb[]; title: string; onSearch: () => void };

export const Navbar = ({ crumbs, title, onSearch }: Props) => {
  const { abilities } = useUser();
  const isMobile = useIsMobile();
  return (
    <ConfigProvider getPopupContainer={popupsIn}>
      <header className="navbar">
        <SidebarButton />
        {isMobile ? <span className="navbar-title">{title}</span> : <Breadcrumbs crumbs={crumbs} />}
        <div className="navbar-tools">
          <Button
            type="text"
            icon={<SearchOutlined />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onSearch}
          >
            <span className="visually-hidden">搜索页面和操作</span>
            {!isMobile && <kbd aria-hidden="true">{PALETTE_KEY}</kbd>}
          </Button>
          {abilities.readManual && !isMobile && <Link to={MANUAL_PATH}>专家操作手册</Link>}
          <NoticeList />
          {!isMobile && <ThemeMenu />}
          {!isMobile && <FullscreenButton />}
          <UserMenu hasManual={abilities.readManual} />
        </div>
      </header>
    </ConfigProvider>
  );
};
