import { ExportOutlined, RightOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { SidebarNode } from '../../lib/menu-tree.ts';

const MenuIcons = lazy(() => import('../../kit/display/menu-icons.tsx'));

export const SidebarIcon = ({ name }: { name: string | null }) => (
  <span className="sidebar-icon" aria-hidden="true">
    <Suspense fallback={null}>
      <MenuIcons name={name} />
    </Suspense>
  </span>
);

type LeafProps = { node: SidebarNode; isActive: boolean; isCollapsed?: boolean };

export const SidebarLeaf = ({ node, isActive, isCollapsed = false }: LeafProps) => {
  const content = (
    <>
      <SidebarIcon name={node.icon} />
      <span className="sidebar-title">{node.title}</span>
    </>
  );
  const link = node.isExternal ? (
    <a href={node.path} target="_blank" rel="noopener noreferrer">
      {content}
      <ExportOutlined className="sidebar-external" />
      <span className="visually-hidden">（在新标签页打开）</span>
    </a>
  ) : (
    <Link to={node.path} aria-current={isActive ? 'page' : undefined}>
      {content}
    </Link>
  );
  return (
    <li>
      <Tooltip title={isCollapsed ? node.title : undefined} placement="right">
        {link}
      </Tooltip>
    </li>
  );
};

type DirectoryProps = { node: SidebarNode; isOpen: boolean; onToggle: () => void; children: ReactNode };

export const SidebarDirectory = ({ node, isOpen, onToggle, children }: DirectoryProps) => (
  <li>
    <button type="button" className="plain-button" aria-expanded={isOpen} onClick={onToggle}>
      <SidebarIcon name={node.icon} />
      <span className="sidebar-title">{node.title}</span>
      <RightOutlined className="sidebar-arrow" />
    </button>
    {isOpen && <ul>{children}</ul>}
  </li>
);
