/** Whether a teacher can apply for a title: no account, one that was never used to apply, one that was. */
export const applicantAccounts = { none: '未开通', opened: '未登录', used: '已登录' } as const;
export type ApplicantAccount = keyof typeof applicantAccounts;
