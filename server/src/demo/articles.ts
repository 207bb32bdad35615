import { readFileSync } from 'node:fs';
import { TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';

type DemoArticle = {
  type: 'notice' | 'expertManual';
  title: string;
  /** Ids of the roles that it is for; empty: all. */
  roles?: readonly number[];
  /** Days before the demo data is loaded, so that a demonstration never looks forgotten. */
  daysAgo: number;
  /** HTML of headings, paragraphs, lists, tables and pictures, whose sources are names of files in `articles`. */
  body: string;
};

export const picturesDirectory = new URL('articles/pictures/', import.meta.url);

const OFFICE_ROLE_ID = 3;

const articles: readonly (Omit<DemoArticle, 'body'> & { file: string })[] = [
  { file: 'expert-manual', type: 'expertManual', title: '专家操作手册', daysAgo: 60 },
  { file: 'manual-office', type: 'notice', title: '评审办操作手册', roles: [OFFICE_ROLE_ID], daysAgo: 58 },
  {
    file: 'manual-school',
    type: 'notice',
    title: '学校职称管理员操作手册',
    roles: [TITLE_TEACHER_ROLE_ID],
    daysAgo: 59,
  },
  {
    file: 'notice-expert-confirmation',
    type: 'notice',
    title: '关于核对并确认评审专家信息的通知',
    daysAgo: 2,
  },
  { file: 'notice-review-schedule', type: 'notice', title: '关于本年度职称评审工作环节的说明', daysAgo: 5 },
  { file: 'notice-recusal', type: 'notice', title: '关于严格执行评审回避制度的通知', daysAgo: 9 },
  { file: 'notice-title-names', type: 'notice', title: '关于规范填报职称系列和层级名称的通知', daysAgo: 16 },
  { file: 'notice-subject-catalog', type: 'notice', title: '关于启用新版学科专业目录的通知', daysAgo: 27 },
  { file: 'notice-account-security', type: 'notice', title: '关于加强账号安全的提醒', daysAgo: 41 },
];

export const demoArticles = (): DemoArticle[] =>
  articles.map(({ file, ...article }) => ({
    ...article,
    body: readFileSync(new URL(`articles/${file}.html`, import.meta.url), 'utf8').trim(),
  }));
