import { plainPhone } from '../../schemas.ts';
import { isEmail, isMobilePhone } from '../text/validate.ts';
import { levelWords, projectKinds } from '../review-rule/facts.ts';
import { choice, day, dict, list, longText, month, subjects, text, year } from './fields.ts';

/** Sections of the project form about the person. */

const checked = (test: (value: string) => boolean, message: string) => (value: string) =>
  test(value) ? null : message;

export const serviceWords = { working: '在职', retired: '已离退休' } as const;
export const disciplineWords = { none: '没有', inForce: '有，仍在影响期内' } as const;
export const postTypes = {
  teaching: '教学为主型',
  both: '教学科研型',
  research: '科研为主型',
  service: '社会服务型',
  counsellor: '思政与辅导员',
  other: '其他',
} as const;
export const educationLevels = {
  doctor: '博士研究生',
  master: '硕士研究生',
  bachelor: '大学本科',
  college: '大学专科',
  other: '其他',
} as const;
export const degreeWords = { doctor: '博士', master: '硕士', bachelor: '学士', none: '无学位' } as const;

const required = { required: true };

export const basic = {
  fields: {
    department: text('院系或部门', 100, required),
    position: text('现任岗位或职务', 100),
    workStart: month('参加工作时间', required),
    service: choice('在职情况', serviceWords, required),
    presentSeries: dict('现职称系列', 'title_series'),
    presentLevel: choice('现职称层级', levelWords, { hint: '没有职称的不选' }),
    presentName: text('现职称名称', 50),
    presentSince: day('取得现职称时间', { hint: '以证书或文件上的日期为准，任职年限由此计算' }),
    phone: text('手机', 20, {
      ...required,
      tidy: plainPhone,
      problem: checked(isMobilePhone, '请输入正确的手机号码'),
    }),
    email: text('邮箱', 100, { ...required, problem: checked(isEmail, '请输入正确的邮箱') }),
  },
  lists: {},
};

export const target = {
  fields: {
    titleSeries: dict('申报系列', 'title_series', required),
    titleLevel: choice('申报层级', levelWords, required),
    titleName: text('申报职称', 50, { ...required, hint: '如 教授、副教授' }),
    kind: choice('申报类型', projectKinds, required),
    postType: choice('岗位类型', postTypes, required),
    subjects: subjects('申报学科', 2, { ...required, hint: '评审专家按学科抽取，最多 2 个，主要的在前' }),
    reason: longText('破格、转评或直接申报的理由', 1000),
  },
  lists: {},
};

export const education = {
  fields: {},
  lists: {
    degrees: list('学历学位', '学历', {
      level: choice('学历', educationLevels, required),
      degree: choice('学位', degreeWords, required),
      school: text('毕业院校', 100, required),
      major: text('专业', 100, required),
      from: month('入学时间', required),
      to: month('毕业时间', required),
      mode: choice('学习形式', { full: '全日制', part: '非全日制' }, required),
    }),
  },
};

export const employment = {
  fields: {},
  lists: {
    posts: list('工作经历', '经历', {
      unit: text('工作单位', 100, required),
      post: text('岗位或职务', 100, required),
      from: month('开始时间', required),
      to: month('结束时间', { hint: '至今的不填' }),
    }),
  },
};

export const assessment = {
  fields: {
    ethics: longText('师德师风表现', 1000, required),
    discipline: choice('记过以上处分', disciplineWords, required),
    disciplineUntil: day('处分影响期至', { latest: 'plan' }),
  },
  lists: {
    years: list('年度考核', '年度', {
      year: year('年度', required),
      result: choice(
        '考核结果',
        { excellent: '优秀', pass: '合格', basic: '基本合格', fail: '不合格', none: '未定等次' },
        required,
      ),
    }),
  },
};
