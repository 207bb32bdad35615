import { emptyForm, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { Random } from './random.ts';

/** Invented people who apply for a full professorship, as the registers know them. */
export type DemoApplicant = {
  name: string;
  school: string;
  birthYear: number;
  phone: string;
  email: string;
  titleSeries: string;
  subject: { path: string[]; fullName: string };
};

const venues = ['高等教育研究', '科学通报', '系统工程理论与实践', '教育研究', '自动化学报', '中国科学'];
const topics = ['多源数据融合', '课程思政', '复杂网络传播', '低碳材料制备', '区域协同治理', '智能诊断'];
const forms = ['的方法与应用', '的机制研究', '的实证分析', '的模型与验证'];
const courses = ['学科导论', '研究方法', '专业英语', '前沿讲座'];

const month = (year: number, of: number) => `${year}-${String(of).padStart(2, '0')}`;

const paper = (
  random: Random,
  key: string,
  { title, year }: { title: string | undefined; year: number },
) => ({
  key,
  title: title ?? `${random.pick(topics)}${random.pick(forms)}`,
  venue: random.pick(venues),
  year,
  rank: random.chance(0.7) ? 1 : 2,
  people: 2 + random.below(3),
  isCorresponding: random.chance(0.5) ? ('yes' as const) : ('no' as const),
  index: random.pick(['cssci', 'ei', 'sci', 'core'] as const),
  doi: `10.${4000 + random.below(5000)}/demo.${year}.${random.below(1000)}`,
  authors: null,
});

/** Content of a form: year, and titles of the representative works. */
type Content = { year: number; works: readonly string[] };

/** A form that is filled in as far as a person's own evenings go: everything but works, statement and files. */
export const halfForm = (random: Random, person: DemoApplicant, { year, works }: Content): ProjectForm => {
  const form = emptyForm();
  const started = person.birthYear + 28;
  return {
    ...form,
    basic: {
      ...form.basic,
      department: '教学科研部',
      position: '教研室主任',
      workStart: month(started, 7),
      service: 'working',
      presentSeries: person.titleSeries,
      presentLevel: 'associateSenior',
      presentName: '副教授',
      presentSince: `${year - 6}-12-01`,
      phone: person.phone,
      email: person.email,
    },
    target: {
      titleSeries: person.titleSeries,
      titleLevel: 'fullSenior',
      titleName: '教授',
      kind: 'regular',
      postType: 'both',
      subjects: [{ ...person.subject, isObsolete: false }],
      reason: null,
    },
    education: {
      degrees: [
        {
          key: 'degree1',
          level: 'doctor',
          degree: 'doctor',
          school: person.school,
          major: person.subject.fullName.split(' - ').at(-1)!,
          from: month(started - 4, 9),
          to: month(started, 6),
          mode: 'full',
        },
      ],
    },
    employment: {
      posts: [{ key: 'post1', unit: person.school, post: '教师', from: month(started, 7), to: null }],
    },
    teaching: {
      guidance: `指导硕士研究生 ${1 + random.below(9)} 名，其中毕业 ${random.below(3)} 名。`,
      courses: random.sample(courses, 2).map((name, index) => ({
        key: `course${index}`,
        name,
        term: `${year - 1} 秋`,
        audience: index === 0 ? ('bachelor' as const) : ('graduate' as const),
        hours: 32 + 16 * random.below(2),
        students: 20 + random.below(80),
        evaluation: '优秀',
      })),
      results: [],
    },
    research: {
      ...form.research,
      papers: Array.from({ length: 5 }, (_, index) =>
        paper(random, `paper${index}`, { title: works[index], year: year - 5 + index }),
      ),
      projects: [
        {
          key: 'project0',
          title: `${random.pick(topics)}关键问题研究`,
          source: `国家自然科学基金（${year - 4}）`,
          level: 'national',
          from: month(year - 4, 1),
          to: month(year - 1, 12),
          funding: 40 + random.below(40),
          rank: 1,
          people: 6,
        },
      ],
    },
  };
};

/** A form that is whole. */
export const wholeForm = (random: Random, person: DemoApplicant, content: Content): ProjectForm => {
  const form = halfForm(random, person, content);
  const { year } = content;
  return {
    ...form,
    assessment: {
      ethics: '热爱教育事业，关心学生，遵守学术规范，近五年无违反师德师风的情形。',
      discipline: 'none',
      disciplineUntil: null,
      years: Array.from({ length: 5 }, (_, index) => ({
        key: `year${index}`,
        year: year - 5 + index,
        result: random.chance(0.3) ? ('excellent' as const) : ('pass' as const),
      })),
    },
    works: {
      works: form.research.papers.slice(0, content.works.length).map(({ key, title }) => ({
        key: `work-${key}`,
        entry: key,
        contribution: `《${title}》提出了新的分析框架，并以实际数据作了验证，被后续研究引用。`,
      })),
    },
    statement: {
      text: '任现职以来，坚持教书育人，承担本科和研究生课程，教学评价良好；围绕学科前沿开展研究，发表论文并主持国家级项目；积极参与学科建设与社会服务。',
    },
  };
};
