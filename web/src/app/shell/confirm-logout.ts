import type { useAppProps } from 'antd/es/app/context';
import { countDrafts } from '../../lib/drafts.ts';
import { logout } from '../session.ts';

/** Asks before the session ends. Mentions drafts that are not yet on the server; they stay on this machine. */
export const confirmLogout = async (modal: useAppProps['modal'], userId: number) => {
  const drafts = await countDrafts(userId).catch(() => 0);
  const kept = drafts > 0 ? `有 ${drafts} 份草稿还没有存到服务器，已保存在本机，下次登录可以继续。` : '';
  const isSure = await modal.confirm({
    title: '提示',
    content: `确定注销并退出系统吗？${kept}`,
    okText: '确定',
  });
  if (isSure) await logout({ isByChoice: true });
};
