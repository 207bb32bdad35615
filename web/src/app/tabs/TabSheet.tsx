import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { titleOf, type Tab } from './tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';
import './tab-strip.css';

type Props = { tabs: readonly Tab[]; activeKey: string | undefined; actions: TabActions };

/** The tab strip of a phone: a button that opens a sheet with rows large enough for fingers. */
export default function TabSheet({ tabs, activeKey, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav aria-label="已打开页面">
      <button type="button" className="plain-button tab-sheet-button" onClick={() => setIsOpen(true)}>
        {tabs.length} 个页面 <DownOutlined />
      </button>
      <Drawer
        title="已打开页面"
        placement="bottom"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        <ul className="tab-sheet">
          {tabs.map((tab) => (
            <li key={tab.key}>
              <Link
                to={tab.location}
                aria-current={tab.key === activeKey ? 'page' : undefined}
                onClick={() => setIsOpen(false)}
              >
                {titleOf(tab)}
                {tab.isDirty && '（未保存）'}
              </Link>
              {!tab.affix && (
                <button
                  type="button"
                  className="plain-button tab-close"
                  aria-label={`关闭 ${titleOf(tab)}`}
                  onClick={() => void actions.close({ type: 'close', key: tab.key })}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  );
}
