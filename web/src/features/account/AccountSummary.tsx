import { Facts } from '../../kit/display/Facts.tsx';
import { useUser } from '../../lib/session-store.ts';
import { AvatarEditor } from './AvatarEditor.tsx';

export const AccountSummary = () => {
  const { user } = useUser();
  return (
    <aside className="panel account-summary" aria-label="账号概况">
      <AvatarEditor avatarName={user.avatarName} />
      <h2>{user.nickName}</h2>
      <Facts
        items={[
          ['用户名', user.username],
          ['部门', user.dept?.name],
          ['角色', user.roles.map(({ name }) => name).join('、')],
          ['手机号码', user.phone],
          ['邮箱', user.email],
          ['密码修改', user.pwdResetTime],
          ['创建时间', user.createTime],
        ]}
      />
    </aside>
  );
};
