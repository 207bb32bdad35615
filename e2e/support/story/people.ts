import { DEMO_PASSWORD } from '../../../server/src/demo-password.ts';
import type { Cells } from '../../../server/test/project-workbook.ts';
import { idCard, pdf } from '../import-files.ts';

const given = [...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥乾坤震巽坎离艮兑'];
const PAPER = 'Learning to Rank under Scarce Labels';
export const NEW_PASSWORD = 'Chosen-by-me-2026';

/** The thirty teachers who apply, by what a school has of them in its sheets. */
export const applicants = given.map((character, index) => {
  const number = String(index + 1).padStart(3, '0');
  return {
    name: `申屠${character}`,
    staffNo: `S${number}`,
    idCard: idCard(`110108198503${String(1 + (index % 28)).padStart(2, '0')}${number}`),
    phone: `13700080${number}`,
    paper: `${PAPER} ${index + 1}`,
  };
});
export type Applicant = (typeof applicants)[number];

export const accountOf = ({ phone }: Applicant) => ({ username: phone, password: DEMO_PASSWORD });
export const ownAccountOf = ({ phone }: Applicant) => ({ username: phone, password: NEW_PASSWORD });

export const teacherOf = ({ name, staffNo, idCard: number, phone }: Applicant): Cells => ({
  name,
  staffNo,
  idCard: number,
  type: '专任教师',
  schoolId: '北京大学',
  titleSeries: '高等学校教师',
  titleLevel: '中级',
  titleName: '讲师',
  phone,
});

/** The cells of a project that the school fills in. The last applicant has not served the years. */
export const rowOf = ({ name, staffNo, phone }: Applicant, isExceptional: boolean): Cells => ({
  who: staffNo,
  name,
  'target.titleSeries': '高等学校教师',
  'target.titleLevel': '副高级',
  'target.titleName': '副教授',
  'target.kind': isExceptional ? '破格' : '正常晋升',
  ...(isExceptional ? { 'target.reason': '获得国家级教学成果奖' } : {}),
  'target.postType': '教学科研型',
  'target.subjects.0': '研究生学科专业目录 - 工学 - 计算机科学与技术',
  'basic.department': '信息科学技术学院',
  'basic.workStart': '2012-07',
  'basic.service': '在职',
  'basic.presentLevel': '中级',
  'basic.presentName': '讲师',
  'basic.presentSince': '2014-12-01',
  'basic.phone': phone,
  'basic.email': `${staffNo.toLowerCase()}@example.edu.cn`,
  'assessment.ethics': '遵守师德规范',
  'assessment.discipline': '没有',
  'statement.text': '任现职以来承担三门本科课程，发表论文，指导学生。',
});

/** The lists of a project, each an entry of this person. */
export const listsOf = ({ staffNo: who, paper }: Applicant) => ({
  'education.degrees': {
    who,
    level: '博士研究生',
    degree: '博士',
    school: '天津大学',
    major: '计算机科学与技术',
    from: '2006-09',
    to: '2012-06',
    mode: '全日制',
  },
  'employment.posts': { who, unit: '北京大学', post: '讲师', from: '2012-07', to: '' },
  'assessment.years': { who, year: '2025', result: '合格' },
  'teaching.courses': {
    who,
    name: '操作系统',
    term: '2025 春',
    audience: '本科生',
    hours: '48',
    students: '60',
  },
  'research.papers': {
    who,
    title: paper,
    venue: 'Journal of Software',
    year: '2024',
    rank: '1',
    index: 'EI',
  },
});

/** Two files of each: a certificate, and the work with the author's name left in it. */
export const filesOf = async ({ name, staffNo, paper }: Applicant): Promise<Record<string, Buffer>> => ({
  [`${staffNo}_${name}_学历学位证书_1_博士学位证书.pdf`]: await pdf('Certificate', [
    `Certificate of ${staffNo}`,
  ]),
  [`${staffNo}_${name}_代表作全文_1_${paper}.pdf`]: await pdf(paper, [
    paper,
    `Shentu, Peking University, ${staffNo.toLowerCase()}@example.edu.cn`,
    'We study how to rank with few labels, and prove a bound.',
  ]),
});
