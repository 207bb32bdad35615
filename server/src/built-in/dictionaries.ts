import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';

type Dictionary = { name: string; description: string; details: [label: string, value: string][] };

/** Dictionaries that the code relies on, each with its entries in order. */
export const dictionaries: Dictionary[] = [
  {
    name: SUBJECT_CATALOG_DICT,
    description: '学科目录',
    details: [
      ['研究生学科专业目录', 'graduate'],
      ['本科专业目录', 'undergraduate'],
      ['职业教育专业目录', 'vocational'],
    ],
  },
  {
    name: 'title_level',
    description: '职称层级',
    details: [
      ['正高级', 'fullSenior'],
      ['副高级', 'associateSenior'],
      ['中级', 'middle'],
      ['助理级', 'junior'],
      ['员级', 'technician'],
    ],
  },
  // Its entries come with the register of titles (facts/titles.tsv).
  { name: 'title_series', description: '职称系列', details: [] },
  {
    name: 'teacher_type',
    description: '教师类别',
    details: [
      ['专任教师', 'teaching'],
      ['实验技术', 'laboratory'],
      ['管理', 'management'],
      ['其他', 'other'],
    ],
  },
  // Stock clients of the eladmin family show states by these names.
  {
    name: 'user_status',
    description: '用户状态',
    details: [
      ['激活', 'true'],
      ['禁用', 'false'],
    ],
  },
  {
    name: 'dept_status',
    description: '部门状态',
    details: [
      ['启用', 'true'],
      ['停用', 'false'],
    ],
  },
  {
    name: 'job_status',
    description: '岗位状态',
    details: [
      ['启用', 'true'],
      ['停用', 'false'],
    ],
  },
];
