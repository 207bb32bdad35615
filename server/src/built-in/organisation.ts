import {
  APPLICANT_ROLE_ID,
  EXPERT_DEPT_ID,
  EXPERT_ROLE_ID,
  OTHER_UNITS_PID,
  SUPER_ADMIN_ROLE_ID,
  SUPERVISOR_ROLE_ID,
  TITLE_TEACHER_ROLE_ID,
  TOP_SCHOOL_PID,
} from '@zhiping/shared/constants.ts';
import type { DataScope } from '../platform/database/column-types.ts';

/** Departments and roles that the code and the specification know by their ids. */

type Dept = { id: number; pid: number | null; name: string; sort: number };

export const CENTRE_DEPT_ID = 1;
/** The department of the first administrator. */
export const IT_DEPT_ID = 4;

export const depts: Dept[] = [
  { id: CENTRE_DEPT_ID, pid: null, name: '职称评审中心', sort: 1 },
  { id: 2, pid: CENTRE_DEPT_ID, name: '评审办公室', sort: 1 },
  { id: 3, pid: CENTRE_DEPT_ID, name: '纪检监督组', sort: 2 },
  { id: IT_DEPT_ID, pid: CENTRE_DEPT_ID, name: '信息技术组', sort: 3 },
  { id: EXPERT_DEPT_ID, pid: null, name: '专家库', sort: 2 },
  { id: TOP_SCHOOL_PID, pid: null, name: '高等学校', sort: 3 },
  { id: OTHER_UNITS_PID, pid: null, name: '直属及其他单位', sort: 4 },
];

type Role = { id: number; name: string; level: number; description: string; dataScope: DataScope };

export const roles = [
  {
    id: SUPER_ADMIN_ROLE_ID,
    name: '超级管理员',
    level: 1,
    description: '拥有全部权限，仅用于系统初始化与应急',
    dataScope: '全部',
  },
  {
    id: 2,
    name: '系统管理员',
    level: 2,
    description: '管理账号、菜单与字典，不接触评审内容',
    dataScope: '全部',
  },
  {
    id: 3,
    name: '评审办',
    level: 3,
    description: '组织评审：专家、学校、学科、批次与分配',
    dataScope: '全部',
  },
  {
    id: SUPERVISOR_ROLE_ID,
    name: '监督员',
    level: 3,
    description: '监督抽取与投票，只读',
    dataScope: '全部',
  },
  { id: 5, name: '普通用户', level: 9, description: '查看公告与个人资料', dataScope: '仅本人' },
  {
    id: EXPERT_ROLE_ID,
    name: '评审专家',
    level: 6,
    description: '专家库成员，评审分配给自己的材料',
    dataScope: '仅本人',
  },
  {
    id: APPLICANT_ROLE_ID,
    name: '申报人',
    level: 8,
    description: '申报职称的教师，只看到自己的申报',
    dataScope: '仅本人',
  },
  {
    id: TITLE_TEACHER_ROLE_ID,
    name: '学校职称管理员',
    level: 5,
    description: '维护本校的教师与推荐专家',
    dataScope: '本级及以下',
  },
] as const satisfies Role[];

export type RoleName = (typeof roles)[number]['name'];
