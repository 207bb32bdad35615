import { DownOutlined } from '@ant-design/icons';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { Dropdown } from 'antd';
import { createPath } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { titleOf, type Tab } from './tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';

type Props = { tabs: readonly Tab[]; activeKey: string | undefined; actions: TabActions };

const copyLink = async (tab: Tab) => {
  try {
    await navigator.clipboard.writeText(`${location.origin}${WEB_BASE}${createPath(tab.location)}`);
    notify.success('链接已复制');
  } catch {
    notify.warning('浏览器不允许复制，请从地址栏复制');
  }
};

/** Commands that are not in the context menu of a tab, which has exactly the four entries of the specification. */
export const TabOverflow = ({ tabs, activeKey, actions }: Props) => {
  const active = tabs.find(({ key }) => key === activeKey);
  const commands = active
    ? [
        { type: 'divider' as const },
        { key: '#copy', label: '复制当前链接', onClick: () => copyLink(active) },
        {
          key: '#right',
          label: '关闭右侧',
          onClick: () => actions.close({ type: 'closeRight', key: active.key }),
        },
      ]
    : [];
  const pages = tabs.map((tab) => ({ key: tab.key, label: titleOf(tab), onClick: () => actions.go(tab) }));
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={(trigger) => trigger.closest('nav') ?? document.body}
      menu={{ items: [...pages, ...commands], selectedKeys: activeKey ? [activeKey] : [] }}
      autoFocus
    >
      <button type="button" className="plain-button tab-overflow" aria-label="更多标签操作">
        <DownOutlined />
      </button>
    </Dropdown>
  );
};
