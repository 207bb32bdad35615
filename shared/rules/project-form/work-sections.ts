import { isDoi, tidyDoi } from '../text/doi.ts';
import { isIsbn, tidyIsbn } from '../text/isbn.ts';
import { amount, choice, entry, list, longText, month, number, text, year as yearOf } from './fields.ts';

/** Sections of the project form about the work. */

const required = { required: true };
/** Journals and publishers date works ahead, but by no more than a year. */
const year = yearOf('年份', { ahead: 1, ...required });
const rank = number('本人排名', { min: 1, max: 500, ...required });
const people = number('总人数', { min: 1, max: 5000 });

export const indexes = {
  sci: 'SCI',
  ssci: 'SSCI',
  ahci: 'A&HCI',
  ei: 'EI',
  cssci: 'CSSCI',
  cscd: 'CSCD',
  core: '北大核心',
  other: '其他',
} as const;
const projectLevels = {
  national: '国家级',
  ministerial: '省部级',
  city: '市厅级',
  school: '校级',
  commissioned: '横向',
} as const;
const yesNo = { yes: '是', no: '否' } as const;

export const teaching = {
  fields: { guidance: longText('指导学生情况', 1000) },
  lists: {
    courses: list('主讲课程', '课程', {
      name: text('课程名称', 100, required),
      term: text('学年学期', 30, required),
      audience: choice('授课对象', { bachelor: '本科生', graduate: '研究生', college: '专科生' }, required),
      hours: number('学时', { min: 1, max: 2000, ...required }),
      students: number('学生人数', { min: 1, max: 10_000 }),
      evaluation: text('评价结果', 50),
    }),
    results: list('教学成果', '成果', {
      name: text('成果名称', 200, required),
      grade: text('级别与等次', 50, required),
      year,
      rank,
    }),
  },
};

export const research = {
  fields: {},
  lists: {
    papers: list(
      '论文',
      '论文',
      {
        title: text('题目', 300, required),
        venue: text('刊物或会议', 200, required),
        year,
        rank,
        people,
        isCorresponding: choice('通讯作者', yesNo),
        index: choice('收录', indexes),
        doi: text('DOI', 200, {
          tidy: tidyDoi,
          problem: (value) => (isDoi(value) ? null : 'DOI 应以 10. 开头，如 10.1000/182'),
        }),
        authors: text('全部作者', 500, { hint: '按署名顺序，用逗号分开' }),
      },
      200,
    ),
    books: list('著作', '著作', {
      title: text('书名', 300, required),
      publisher: text('出版社', 100, required),
      year,
      role: choice(
        '著作方式',
        { sole: '独著', joint: '合著', chief: '主编', vice: '副主编', part: '参编', translated: '译著' },
        required,
      ),
      rank,
      isbn: text('ISBN', 30, {
        tidy: tidyIsbn,
        problem: (value) => (isIsbn(value) ? null : 'ISBN 有误，请核对位数和校验码'),
      }),
    }),
    projects: list('项目', '项目', {
      title: text('项目名称', 300, required),
      source: text('来源与编号', 200, required),
      level: choice('级别', projectLevels, required),
      from: month('开始时间', { ...required, latest: 'nextYear' }),
      to: month('结束时间', { latest: 'plan' }),
      funding: amount('经费', { max: 1_000_000 }),
      rank,
      people,
    }),
    awards: list('获奖', '获奖', {
      title: text('获奖名称', 300, required),
      organiser: text('授奖单位', 100, required),
      grade: text('级别与等次', 50, required),
      year,
      rank,
      people,
    }),
    patents: list('专利', '专利', {
      title: text('名称', 300, required),
      kind: choice(
        '种类',
        { invention: '发明', utility: '实用新型', design: '外观设计', software: '软件著作权' },
        required,
      ),
      no: text('专利号或登记号', 100, required),
      year,
      rank,
      people,
    }),
    others: list('其他成果', '成果', {
      title: text('名称', 300, required),
      year,
      note: text('说明', 300),
    }),
  },
};

export const works = {
  fields: {},
  lists: {
    works: list(
      '代表作',
      '代表作',
      {
        entry: entry('代表作', { required: true, hint: '从「科研」中填写的成果里选' }),
        contribution: longText('创新与贡献', 500, required),
      },
      10,
    ),
  },
};

export const statement = {
  fields: {
    text: longText('个人述职', 3000, {
      required: true,
      hint: '任现职以来的思想政治表现、教学、科研、社会服务等',
    }),
  },
  lists: {},
};

export const recusals = {
  fields: {},
  lists: {
    requests: list(
      '回避申请',
      '回避对象',
      {
        kind: choice('对象', { person: '个人', unit: '单位' }, required),
        name: text('姓名或单位名称', 100, required),
        unit: text('所在单位', 100),
        relation: choice('与本人关系', { advisor: '师生', relative: '亲属', other: '其他' }),
        reason: text('理由', 300, required),
      },
      3,
    ),
  },
};
