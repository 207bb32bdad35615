import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useIsMobile } from '../../lib/use-media.ts';
import type { SidebarNode } from '../../lib/menu-tree.ts';
import { Sidebar } from './Sidebar.tsx';
import { setOverlay, useSidebar } from './sidebar-state.ts';

type Props = { nodes: readonly SidebarNode[]; activePath: string };

/** The native modal dialog provides focus trap, Esc and backdrop. */
const OverlaySidebar = ({ nodes, activePath }: Props) => {
  const { isOverlay } = useSidebar();
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  useEffect(() => setOverlay(false), [key]);
  useEffect(() => {
    if (isOverlay) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOverlay]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same as a click on the backdrop
    <dialog
      ref={dialog}
      className="sidebar-overlay"
      aria-label="主菜单"
      onClose={() => setOverlay(false)}
      onClick={(event) => event.target === dialog.current && setOverlay(false)}
    >
      <Sidebar nodes={nodes} activePath={activePath} isCollapsed={false} />
    </dialog>
  );
};

export const ShellSidebar = (props: Props) => {
  const { isOpen } = useSidebar();
  const isMobile = useIsMobile();
  useEffect(() => setOverlay(false), [isMobile]);
  return isMobile ? <OverlaySidebar {...props} /> : <Sidebar {...props} isCollapsed={!isOpen} />;
};
