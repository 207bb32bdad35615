import { CloseOutlined } from '@ant-design/icons';
import { CONTEXT_MENU_WIDTH } from '@zhiping/shared/constants.ts';
import { Dropdown } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type WheelEvent } from 'react';
import { Link } from 'react-router';
import { TabOverflow } from './TabOverflow.tsx';
import { titleOf, type Tab } from './tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';
import { keepFocus } from '../../kit/hooks/keep-focus.ts';
import './tab-strip.css';

type Props = { tabs: readonly Tab[]; activeKey: string | undefined; actions: TabActions };

const MIDDLE_BUTTON = 1;

const contextMenu = (tab: Tab, { refresh, close }: TabActions) => ({
  items: [
    { key: 'refresh', label: '刷新', onClick: () => refresh(tab) },
    {
      key: 'close',
      label: '关闭',
      disabled: tab.affix,
      onClick: () => close({ type: 'close', key: tab.key }),
    },
    { key: 'others', label: '关闭其他', onClick: () => close({ type: 'closeOthers', key: tab.key }) },
    { key: 'all', label: '关闭全部', onClick: () => close({ type: 'closeAll' }) },
  ],
  style: { width: CONTEXT_MENU_WIDTH, minWidth: CONTEXT_MENU_WIDTH },
});

/** Renders menus inside the landmark, but outside of the list, which would clip them. */
const popupsIn = (trigger: HTMLElement) => trigger.closest('nav') ?? document.body;

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  links[(next + links.length) % links.length]?.focus();
};

/** Turns a vertical wheel into sideways scrolling. */
const scrollSideways = (event: WheelEvent<HTMLElement>) => {
  event.currentTarget.scrollLeft += event.deltaX === 0 ? event.deltaY : event.deltaX;
};

/** The open pages as links. Arrow keys move between them; Delete and the middle button close. */
export const TabStrip = ({ tabs, activeKey, actions }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeKey, tabs.length]);

  const close = async (tab: Tab) => {
    if (tab.affix) return;
    await actions.close({ type: 'close', key: tab.key });
    // Closing removed the focused tab: keep the focus in the strip.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      }
    });
  };
  const closeByMiddleButton = (tab: Tab) => (event: MouseEvent) => {
    if (event.button !== MIDDLE_BUTTON) return;
    event.preventDefault();
    void close(tab);
  };
  const tabStop = tabs.some(({ key }) => key === activeKey) ? activeKey : tabs[0]?.key;

  return (
    <nav className="tab-strip" aria-label="已打开页面">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the links inside */}
      <ul ref={list} onKeyDown={moveFocus} onWheel={scrollSideways}>
        {tabs.map((tab, index) => (
          <Dropdown
            key={tab.key}
            menu={contextMenu(tab, actions)}
            trigger={['contextMenu']}
            getPopupContainer={popupsIn}
            autoFocus
            onOpenChange={(isOpen) => {
              if (!isOpen) keepFocus(() => list.current?.children[index]?.querySelector('a') ?? null);
            }}
          >
            <li data-active={tab.key === activeKey || undefined}>
              <Link
                to={tab.location}
                tabIndex={tab.key === tabStop ? 0 : -1}
                aria-current={tab.key === activeKey ? 'page' : undefined}
                onKeyDown={(event) => event.key === 'Delete' && void close(tab)}
                onAuxClick={closeByMiddleButton(tab)}
              >
                {titleOf(tab)}
                {tab.isDirty && <span className="tab-dirty" role="img" aria-label="有未保存的修改" />}
              </Link>
              {!tab.affix && (
                <button
                  type="button"
                  className="plain-button tab-close"
                  tabIndex={-1}
                  aria-label={`关闭 ${titleOf(tab)}`}
                  onClick={() => void close(tab)}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          </Dropdown>
        ))}
      </ul>
      <TabOverflow tabs={tabs} activeKey={activeKey} actions={actions} />
    </nav>
  );
};
