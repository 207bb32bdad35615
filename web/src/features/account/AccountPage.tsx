import { Tabs } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Loading } from '../../kit/display/states.tsx';
import './account-page.css';
import { AccountSummary } from './AccountSummary.tsx';
import { EmailForm } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const OwnLogs = lazy(() => import('./OwnLogs.tsx'));

const sections = [
  { key: 'profile', label: '基本资料', children: <ProfileForm /> },
  { key: 'password', label: '修改密码', children: <PasswordForm /> },
  { key: 'email', label: '更换邮箱', children: <EmailForm /> },
  {
    key: 'logs',
    label: '操作日志',
    children: (
      <Suspense fallback={<Loading />}>
        <OwnLogs />
      </Suspense>
    ),
  },
];

export default function AccountPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('section');
  const section = sections.some(({ key }) => key === asked) ? asked! : 'profile';
  return (
    <div className="account-page">
      <section className="panel">
        <PageHead title="个人中心" />
        <Tabs
          destroyOnHidden
          items={sections}
          activeKey={section}
          // Page and order of the log belong to that section only, so the other parameters are dropped.
          onChange={(key) => setParams({ section: key }, { replace: true })}
        />
      </section>
      <AccountSummary />
    </div>
  );
}
