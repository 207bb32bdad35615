import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { userApi, type User } from '@zhiping/shared/contracts/user.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

export const UserSwitch = ({ user }: { user: User }) => {
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
      reason={reasonOf(user.enabled ? user.can.disable : user.can.enable)}
    />
  );
};
