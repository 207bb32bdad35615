import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { userApi, type User } from '@zhiping/shared/contracts/user.ts';
import { type BulkAction, type RowAction } from '../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

const usersInWords = (users: readonly User[]) =>
  users.length === 1 ? `「${users[0]!.nickName}」` : `${users.length} 个用户`;
const idsOf = (users: readonly User[]) => users.map(({ id }) => id);

/** Actions on accounts besides editing and deleting. */
export const useUserActions = () => {
  const confirm = useConfirm();
  const report = useBulkReport();

  const setEnabled = async (users: readonly User[], enabled: boolean) => {
    const answer = await call(userApi.setEnabled, { body: { ids: idsOf(users), enabled } });
    await refresh(userApi.list);
    report(`${usersInWords(users)}已${enabled ? '启用' : '停用'}`, answer);
  };

  const disable = (users: readonly User[]) =>
    confirm({
      title: `确定停用${usersInWords(users)}吗？`,
      consequence: '停用后不能登录，已登录的会话立即结束。',
      verb: '停用',
      act: () => setEnabled(users, false),
    });

  const resetPassword = (users: readonly User[]) =>
    confirm({
      title: `确定重置${usersInWords(users)}的密码吗？`,
      consequence: '密码恢复为系统的初始密码，下次登录须修改；已登录的会话立即结束。',
      verb: '重置密码',
      act: async () => {
        const answer = await call(userApi.resetPassword, { body: idsOf(users) });
        await refresh(userApi.list);
        report(`${usersInWords(users)}的密码已重置`, answer);
      },
    });

  const unlock = (user: User) =>
    confirm({
      title: `确定解除${usersInWords([user])}的登录锁定吗？`,
      consequence: '密码不变，可以立即再次登录。',
      verb: '解除锁定',
      act: async () => {
        const answer = await call(userApi.unlock, { body: [user.id] });
        await refresh(userApi.list);
        report(`${usersInWords([user])}的登录锁定已解除`, answer);
      },
    });

  const rowActions = (user: User): RowAction[] => [
    {
      label: '重置密码',
      allow: 'user:edit',
      reason: reasonOf(user.can.resetPassword),
      run: () => resetPassword([user]),
    },
    ...(user.lock
      ? [
          {
            label: '解除锁定',
            allow: 'user:edit',
            reason: reasonOf(user.can.unlock),
            run: () => unlock(user),
          } satisfies RowAction,
        ]
      : []),
  ];

  const bulkActions: BulkAction<User>[] = [
    // A failed call has shown a notification.
    { label: '启用', allow: 'user:edit', run: (users) => void setEnabled(users, true).catch(() => {}) },
    { label: '停用', allow: 'user:edit', run: disable },
    { label: '重置密码', allow: 'user:edit', run: resetPassword },
  ];

  return { rowActions, bulkActions };
};
