import { userApi, type User } from '@zhiping/shared/contracts/user.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';

export const UserSwitch = ({ user }: { user: User }) => {
  const isOwn = useUser().user.id === user.id;
  const save = async (enabled: boolean) => {
    await call(userApi.setEnabled, { body: { ids: [user.id], enabled } });
    await refresh(userApi.list);
  };
  return (
    <EnabledSwitch
      name={user.nickName}
      enabled={user.enabled}
      version={user.version}
      allow="user:edit"
      save={save}
      reason={isOwn ? '不能停用自己的账号' : undefined}
    />
  );
};
