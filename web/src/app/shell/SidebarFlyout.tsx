import { Popover } from 'antd';
import { useState } from 'react';
import { leavesOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { SidebarIcon, SidebarLeaf } from './SidebarEntries.tsx';

const Entries = ({ nodes, activePath }: { nodes: readonly SidebarNode[]; activePath: string }) => (
  <ul>
    {nodes.map((node) =>
      node.children.length > 0 ? (
        <li key={node.key} className="sidebar-flyout-group">
          <span>{node.title}</span>
          <Entries nodes={node.children} activePath={activePath} />
        </li>
      ) : (
        <SidebarLeaf key={node.key} node={node} isActive={node.path === activePath} />
      ),
    )}
  </ul>
);

/** A directory of the collapsed sidebar: its pages appear beside it on hover, and on click for keyboards. */
export default function SidebarFlyout({ node, activePath }: { node: SidebarNode; activePath: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={['hover', 'click']}
        placement="rightTop"
        content={
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble up from the links
          <nav className="sidebar-flyout" aria-label={node.title} onClick={() => setIsOpen(false)}>
            <strong>{node.title}</strong>
            <Entries nodes={node.children} activePath={activePath} />
          </nav>
        }
      >
        <button
          type="button"
          className="plain-button"
          aria-label={node.title}
          aria-expanded={isOpen}
          data-current={leavesOf(node.children).some(({ path }) => path === activePath) || undefined}
        >
          <SidebarIcon name={node.icon} />
        </button>
      </Popover>
    </li>
  );
}
