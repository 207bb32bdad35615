import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { directoriesAround, type SidebarNode } from '../../lib/menu-tree.ts';
import { useSettings } from '../settings/settings.ts';
import { SidebarDirectory, SidebarIcon, SidebarLeaf } from './SidebarEntries.tsx';
import './sidebar.css';

/** Only the collapsed sidebar needs it. */
const SidebarFlyout = lazy(() => import('./SidebarFlyout.tsx'));

type Props = { nodes: readonly SidebarNode[]; activePath: string; isCollapsed: boolean };

/** Opens a directory together with its only entry if that is a directory too, and so on. */
const keysToOpen = (node: SidebarNode): string[] => {
  const [only] = node.children;
  return node.children.length === 1 && only?.children.length ? [node.key, ...keysToOpen(only)] : [node.key];
};

/** Open directories: those around the active page, and those that the user has opened. */
const useOpenDirectories = (nodes: readonly SidebarNode[], activePath: string, isUnique: boolean) => {
  const around = useMemo(() => directoriesAround(nodes, activePath), [nodes, activePath]);
  const [open, setOpen] = useState<readonly string[]>(around);
  useEffect(() => {
    setOpen((previous) => (isUnique ? around : [...new Set([...previous, ...around])]));
  }, [around, isUnique]);

  const toggle = (node: SidebarNode, parents: readonly string[]) =>
    setOpen((previous) => {
      if (previous.includes(node.key)) return previous.filter((one) => one !== node.key);
      return [...(isUnique ? parents : previous), ...keysToOpen(node)];
    });
  return { open, toggle };
};

/** Placeholder for a flyout that is loading. */
const SidebarIconOnly = ({ node }: { node: SidebarNode }) => (
  <li>
    <button type="button" className="plain-button" aria-label={node.title} aria-expanded={false}>
      <SidebarIcon name={node.icon} />
    </button>
  </li>
);

export const Sidebar = ({ nodes, activePath, isCollapsed }: Props) => {
  const { sidebarLogo, uniqueOpened } = useSettings();
  const { open, toggle } = useOpenDirectories(nodes, activePath, uniqueOpened);

  const entry = (node: SidebarNode, parents: readonly string[] = []) => {
    if (node.children.length === 0) {
      return (
        <SidebarLeaf
          key={node.key}
          node={node}
          isActive={node.path === activePath}
          isCollapsed={isCollapsed}
        />
      );
    }
    if (isCollapsed)
      return (
        <Suspense key={node.key} fallback={<SidebarIconOnly node={node} />}>
          <SidebarFlyout node={node} activePath={activePath} />
        </Suspense>
      );
    return (
      <SidebarDirectory
        key={node.key}
        node={node}
        isOpen={open.includes(node.key)}
        onToggle={() => toggle(node, parents)}
      >
        {node.children.map((child) => entry(child, [...parents, node.key]))}
      </SidebarDirectory>
    );
  };

  return (
    <aside className="sidebar" aria-label="侧栏" data-collapsed={isCollapsed || undefined}>
      {sidebarLogo && (
        <Link className="sidebar-logo" to={HOME_PATH}>
          <span className="sidebar-mark" aria-hidden="true">
            职
          </span>
          <span className={isCollapsed ? 'visually-hidden' : undefined}>{PRODUCT_TITLE}</span>
        </Link>
      )}
      <nav aria-label="主菜单">
        <ul>{nodes.map((node) => entry(node))}</ul>
      </nav>
    </aside>
  );
};
