import type { ComponentType } from 'react';
import { setPageNames } from '../lib/page-names.ts';
import { preloadable } from '../lib/preloadable.ts';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * Component names from the menus in the database and of the fixed pages, each with its file. Pages that clients of the
 * eladmin family also have use the names of those clients, so that one menu serves both.
 */
const loaders: Record<string, Load> = {
  'dashboard/index': () => import('../features/dashboard/DashboardPage.tsx'),
  'account/index': () => import('../features/account/AccountPage.tsx'),
  'article/index': () => import('../features/article/ArticlePage.tsx'),
  'expert/index': () => import('../features/expert/pool/ExpertPage.tsx'),
  'teacher/index': () => import('../features/teacher/TeacherPage.tsx'),
  'subject/index': () => import('../features/subject/SubjectPage.tsx'),
  'school/index': () => import('../features/school/SchoolPage.tsx'),
  'integrity/index': () => import('../features/integrity/IntegrityPage.tsx'),
  'holiday/index': () => import('../features/holiday/CalendarPage.tsx'),
  'message-text/index': () => import('../features/message-text/MessageTextPage.tsx'),
  'commitment/index': () => import('../features/commitment/CommitmentPage.tsx'),
  'apply/notice': () => import('../features/cycle/ApplyNoticePage.tsx'),
  'apply/project': () => import('../features/project/MyProjectsPage.tsx'),
  'publicity/index': () => import('../features/project/publicity/PublicityPage.tsx'),
  'review/index': () => import('../features/review/ReviewPage.tsx'),
  'draw/index': () => import('../features/draw/DrawPage.tsx'),
  'confirmation/index': () => import('../features/confirmation/ConfirmationsPage.tsx'),
  'assignment/index': () => import('../features/assignment/AssignmentPage.tsx'),
  'assignment/progress': () => import('../features/assignment/ProgressPage.tsx'),
  'project/board': () => import('../features/project/check/BoardPage.tsx'),
  'project/standing': () => import('../features/project/check/SupervisedProjectsPage.tsx'),
  'blind-copy/index': () => import('../features/blind-copy/BlindCopyPage.tsx'),
  'project/index': () => import('../features/project/check/CheckPage.tsx'),
  'conflict/index': () => import('../features/conflict/ConflictPage.tsx'),
  'cycle/index': () => import('../features/cycle/CyclePage.tsx'),
  'review-rule/index': () => import('../features/cycle/rules/ReviewRulePage.tsx'),
  'system/user/index': () => import('../features/user/UserPage.tsx'),
  'system/role/index': () => import('../features/role/RolePage.tsx'),
  'system/menu/index': () => import('../features/menu/MenuPage.tsx'),
  'system/dept/index': () => import('../features/dept/DeptPage.tsx'),
  'system/dict/index': () => import('../features/dict/DictPage.tsx'),
  'system/job/index': () => import('../features/job/JobPage.tsx'),
  'monitor/online/index': () => import('../features/online/OnlinePage.tsx'),
  'monitor/log/index': () => import('../features/log/OperationLogPage.tsx'),
  'record-check/index': () => import('../features/record-check/RecordCheckPage.tsx'),
  'login-log/index': () => import('../features/log/LoginLogPage.tsx'),
  'monitor/log/errorLog': () => import('../features/log/ErrorLogPage.tsx'),
  'monitor/server/index': () => import('../features/monitor/MonitorPage.tsx'),
  'sql-monitor/index': () => import('../features/monitor/SqlMonitorPage.tsx'),
  'article-admin/index': () => import('../features/article-admin/ArticleAdminPage.tsx'),
  'system/timing/index': () => import('../features/timing/TimingPage.tsx'),
  'tools/storage/index': () => import('../features/file/StoragePage.tsx'),
  'archive/index': () => import('../features/archive/ArchivePage.tsx'),
  'outbox/index': () => import('../features/outbox/OutboxPage.tsx'),
};

const pages = new Map(Object.entries(loaders).map(([name, load]) => [name, preloadable(load)]));

setPageNames([...pages.keys()]);

export const pageOf = (name: string) => pages.get(name);

export const confirmationPage = preloadable(
  () => import('../features/expert/own-profile/ConfirmationPage.tsx'),
);
