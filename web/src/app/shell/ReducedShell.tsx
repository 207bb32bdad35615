import { LogoutOutlined } from '@ant-design/icons';
import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { HelpPhone } from '../../kit/layout/HelpPhone.tsx';
import { SizeChoice } from '../../kit/layout/SizeChoice.tsx';
import { useUser } from '../../lib/session-store.ts';
import { confirmationPage } from '../pages.ts';
import { LoadedPage } from '../tabs/LoadedPage.tsx';
import { TabErrorBoundary } from '../tabs/TabErrorBoundary.tsx';
import { confirmLogout } from './confirm-logout.ts';
import { StatusBars } from './StatusBars.tsx';
import './shell.css';

/** Shell of the confirmation page: no navigation except continue and sign out. */
export const ReducedShell = () => {
  const { user } = useUser();
  const { modal } = App.useApp();
  useEffect(() => {
    document.title = `专家信息确认 - ${PRODUCT_TITLE}`;
  }, []);
  return (
    <div className="shell-main" data-reduced>
      <StatusBars />
      <header className="navbar">
        <strong className="navbar-title">{PRODUCT_TITLE}</strong>
        <div className="navbar-tools">
          <HelpPhone />
          <SizeChoice />
          <span className="navbar-name">{user.nickName}</span>
          <Button icon={<LogoutOutlined />} onClick={() => void confirmLogout(modal, user.id)}>
            退出登录
          </Button>
        </div>
      </header>
      <main id="content" className="shell-content">
        <TabErrorBoundary onRetry={() => location.reload()} onClose={undefined}>
          <div className="tab-view">
            <LoadedPage page={confirmationPage} />
          </div>
        </TabErrorBoundary>
      </main>
    </div>
  );
};
