import { teacherApi, type Teacher } from '@zhiping/shared/contracts/teacher.ts';
import type { BulkAction } from '../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

/** Bulk actions on teachers besides deleting. Enabling and disabling undo each other. */
export const useTeacherActions = (): BulkAction<Teacher>[] => {
  const report = useBulkReport();
  const setEnabled = async (teachers: readonly Teacher[], enabled: boolean) => {
    const ids = teachers.map(({ id }) => id);
    const answer = await call(teacherApi.setEnabled, { body: { ids, enabled } });
    await refresh(teacherApi.list);
    report(`${ids.length} 位教师已${enabled ? '启用' : '停用'}`, answer);
  };
  // A failed call has shown a notification.
  const run = (enabled: boolean) => (teachers: readonly Teacher[]) =>
    void setEnabled(teachers, enabled).catch(() => {});
  const openAccounts = async (teachers: readonly Teacher[]) => {
    const ids = teachers.map(({ id }) => id);
    const answer = await call(teacherApi.openAccounts, { body: { ids } });
    await refresh(teacherApi.list);
    // Does not reveal to the school which teachers had an account already.
    report(
      `已为 ${ids.length} 位教师开通申报账号，用户名是本人的手机号码；本来有账号的，仍用原来的账号。首次登录的初始密码由评审办公室告知`,
      answer,
    );
  };
  return [
    {
      label: '开通申报账号',
      allow: 'applicant:open',
      run: (teachers) => void openAccounts(teachers).catch(() => {}),
    },
    { label: '启用', allow: 'teacher:edit', run: run(true) },
    { label: '停用', allow: 'teacher:edit', run: run(false) },
  ];
};
