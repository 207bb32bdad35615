import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { useEffect, type ReactNode } from 'react';
import { HelpPhone } from '../../kit/layout/HelpPhone.tsx';
import { SizeChoice } from '../../kit/layout/SizeChoice.tsx';
import { site } from '../../lib/site.ts';
import './auth.css';

/**
 * Shell of the pages before the login: native controls only, so that the first paint does not wait for a component
 * library.
 */
export const AuthFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} - ${PRODUCT_TITLE}`;
  }, [title]);
  return (
    <div className="auth">
      <header className="auth-brand">
        <span className="auth-mark" aria-hidden="true">
          职
        </span>
        <p className="auth-product">{PRODUCT_TITLE}</p>
        {site.footerTxt && <p>{site.footerTxt}</p>}
        <p className="auth-hint">建议使用最新版本的 Chrome、Edge、Firefox 或 Safari 浏览器</p>
        {site.version && <p className="auth-hint">版本 {site.version}</p>}
        {site.caseNumber && <p className="auth-hint">{site.caseNumber}</p>}
      </header>
      <main className="auth-main">
        <h1>{title}</h1>
        {children}
        <HelpPhone />
        <SizeChoice />
      </main>
    </div>
  );
};
