import { Popover } from 'antd';
import { useState } from 'react';
import { leavesOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { SidebarIcon, SidebarLeaf } from '../shell/SidebarEntries.tsx';

/** A directory of the collapsed sidebar: its pages appear beside it, on click, so that keyboards reach them too. */
export default function SidebarFlyout({ node, activePath }: { node: SidebarNode; activePath: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const leaves = leavesOf(node.children);
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
            <ul>
              {leaves.map((leaf) => (
                <SidebarLeaf key={leaf.key} node={leaf} isActive={leaf.path === activePath} />
              ))}
            </ul>
          </nav>
        }
      >
        <button
          type="button"
          className="plain-button"
          aria-label={node.title}
          aria-expanded={isOpen}
          data-current={leaves.some(({ path }) => path === activePath) || undefined}
        >
          <SidebarIcon name={node.icon} />
        </button>
      </Popover>
    </li>
  );
}
