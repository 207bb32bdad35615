import { APPLICANT_ROLE_ID } from '@zhiping/shared/constants.ts';

/** Accounts of the demo besides the experts, one for each role. `dept` is an id or a name. */
export type DemoAccount = {
  username: string;
  nickName: string;
  gender: '男' | '女';
  phone: string;
  roleId: number;
  dept: string;
  note: string;
};

/** Where the title officer of the demo works. */
export const DEMO_SCHOOL = '北京大学';

/** A unit of it, whose own officer checks first. */
export const DEMO_COLLEGE = '数学科学学院';

/** The unit whose officer checks what it and some other schools report, before the office does. */
export const DEMO_BODY = '部属高校审核组';

export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'admin',
    nickName: '超级管理员',
    gender: '男',
    phone: '13900000001',
    roleId: 1,
    dept: '4',
    note: '超级管理员',
  },
  {
    username: 'sysadmin',
    nickName: '周明远',
    gender: '男',
    phone: '13900000002',
    roleId: 2,
    dept: '4',
    note: '系统管理员',
  },
  {
    username: 'office',
    nickName: '李静怡',
    gender: '女',
    phone: '13900000003',
    roleId: 3,
    dept: '2',
    note: '评审办',
  },
  {
    username: 'office2',
    nickName: '周明轩',
    gender: '男',
    phone: '13900000013',
    roleId: 3,
    dept: '2',
    note: '评审办，复核',
  },
  {
    username: 'supervisor',
    nickName: '赵正阳',
    gender: '男',
    phone: '13900000004',
    roleId: 4,
    dept: '3',
    note: '监督员',
  },
  {
    username: 'school',
    nickName: '陈思齐',
    gender: '女',
    phone: '13900000009',
    roleId: 9,
    dept: DEMO_SCHOOL,
    note: `学校职称管理员（${DEMO_SCHOOL}）`,
  },
  {
    username: 'college',
    nickName: '许文静',
    gender: '女',
    phone: '13900000010',
    roleId: 9,
    dept: DEMO_COLLEGE,
    note: `院系职称管理员（${DEMO_SCHOOL}${DEMO_COLLEGE}）`,
  },
  {
    username: 'body',
    nickName: '高远山',
    gender: '男',
    phone: '13900000011',
    roleId: 9,
    dept: DEMO_BODY,
    note: `主管部门职称管理员（${DEMO_BODY}）`,
  },
  {
    username: 'applicant',
    nickName: '林若溪',
    gender: '女',
    phone: '13900000007',
    roleId: APPLICANT_ROLE_ID,
    dept: DEMO_SCHOOL,
    note: `申报人（${DEMO_SCHOOL}）`,
  },
  {
    username: 'applicant2',
    nickName: '沈知行',
    gender: '男',
    phone: '13900000008',
    roleId: APPLICANT_ROLE_ID,
    dept: DEMO_SCHOOL,
    note: `申报人（${DEMO_SCHOOL}），申报被退回`,
  },
  {
    username: 'user',
    nickName: '王小雨',
    gender: '女',
    phone: '13900000005',
    roleId: 5,
    dept: '1',
    note: '普通用户',
  },
];

/** The three states of an expert account. */
export const demoExpertNotes = [
  { username: 'expert001', note: '评审专家，已确认' },
  { username: 'expert002', note: '评审专家，首次登录前（须改密码）' },
  { username: 'expert003', note: '评审专家，信息待确认' },
];
