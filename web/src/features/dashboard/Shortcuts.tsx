import { Link } from 'react-router';
import { leavesOf, sidebarOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { ACCOUNT_PATH, CONFIRMATION_PATH, HOME_PATH, MANUAL_PATH } from '../../lib/paths.ts';
import { byUse } from '../../lib/visits.ts';
import { useSession, useUser } from '../../lib/session-store.ts';

type ShortcutTo = Pick<SidebarNode, 'path' | 'title' | 'isExternal'>;

const internalLink = (path: string, title: string): ShortcutTo => ({ path, title, isExternal: false });

const expertShortcuts = [
  internalLink(CONFIRMATION_PATH, '我的专家信息'),
  internalLink(MANUAL_PATH, '专家操作手册'),
];
const commonShortcuts = [internalLink(ACCOUNT_PATH, '个人中心')];

const Shortcut = ({ path, title, isExternal }: ShortcutTo) =>
  isExternal ? (
    <a href={path} target="_blank" rel="noreferrer">
      {title}（在新标签页打开）
    </a>
  ) : (
    <Link to={path}>{title}</Link>
  );

const SHOWN = 8;

/** The pages that the reader opens most and last; before the first visits, the first pages of the menu. */
export const Shortcuts = () => {
  const { menus } = useSession();
  const { expert, user } = useUser();
  const ofMenu = leavesOf(sidebarOf(menus ?? [])).filter(({ path }) => path !== HOME_PATH);
  const all: ShortcutTo[] = [...(expert ? expertShortcuts : []), ...ofMenu, ...commonShortcuts];
  const shortcuts = byUse(user.id, all).slice(0, SHOWN);
  return (
    <section className="panel" aria-labelledby="dashboard-shortcuts">
      <h2 id="dashboard-shortcuts">常用功能</h2>
      <ul className="shortcuts">
        {shortcuts.map((shortcut) => (
          <li key={shortcut.path}>
            <Shortcut {...shortcut} />
          </li>
        ))}
      </ul>
    </section>
  );
};
