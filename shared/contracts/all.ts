import type { Endpoint } from '../endpoint.ts';
import { accountApi } from './account.ts';
import { databaseApi, deployApi } from './archive.ts';
import { articleApi } from './article.ts';
import { assignmentApi } from './assignment.ts';
import { authApi } from './auth.ts';
import { blindCopyApi } from './blind-copy.ts';
import { commitmentApi } from './commitment.ts';
import { applyApi } from './apply.ts';
import { confirmationApi } from './confirmation.ts';
import { conflictApi } from './conflict.ts';
import { cycleApi } from './cycle.ts';
import { dashboardApi } from './dashboard.ts';
import { deptApi } from './dept.ts';
import { drawApi } from './draw.ts';
import { drawResultApi } from './draw-result.ts';
import { dictApi } from './dict.ts';
import { draftApi } from './draft.ts';
import { eligibilityApi } from './eligibility.ts';
import { exportApi } from './export.ts';
import { expertPoolApi } from './expert-pool.ts';
import { expertApi } from './expert.ts';
import { s3StorageApi, storageApi } from './file.ts';
import { healthApi } from './health.ts';
import { holidayApi } from './holiday.ts';
import { integrityApi } from './integrity.ts';
import { jobApi } from './job.ts';
import { logApi } from './log.ts';
import { mappingApi } from './mapping.ts';
import { materialArchiveApi } from './material-archive.ts';
import { menuApi } from './menu.ts';
import { builtMenuApi } from './built-menu.ts';
import { messageTextApi } from './message-text.ts';
import { metricsApi } from './metrics.ts';
import { monitorApi } from './monitor.ts';
import { notificationApi } from './notification.ts';
import { onlineApi } from './online.ts';
import { outboxApi } from './outbox.ts';
import { projectCheckApi } from './project-check.ts';
import { projectImportApi } from './project-import.ts';
import { projectListApi } from './project-list.ts';
import { ownRelationApi } from './own-relation.ts';
import { projectApi } from './project.ts';
import { publicityApi } from './publicity.ts';
import { reviewRuleApi } from './review-rule.ts';
import { roleApi } from './role.ts';
import { recordCheckApi } from './record-check.ts';
import { reviewApi } from './review.ts';
import { reviewBoardApi } from './review-board.ts';
import { savedViewApi } from './saved-view.ts';
import { schoolApi } from './school.ts';
import { subjectApi } from './subject.ts';
import { taskApi } from './task.ts';
import { teacherApi } from './teacher.ts';
import { timingApi } from './timing.ts';
import { uploadApi } from './upload.ts';
import { userApi } from './user.ts';

/** Every endpoint of the product by resource: nothing that is not here can be reached. */
export const contracts = {
  auth: authApi,
  account: accountApi,
  user: userApi,
  role: roleApi,
  builtMenu: builtMenuApi,
  menu: menuApi,
  dept: deptApi,
  job: jobApi,
  dict: dictApi,
  subject: subjectApi,
  school: schoolApi,
  expert: expertApi,
  expertPool: expertPoolApi,
  teacher: teacherApi,
  draft: draftApi,
  article: articleApi,
  upload: uploadApi,
  storage: storageApi,
  s3Storage: s3StorageApi,
  deploy: deployApi,
  database: databaseApi,
  holiday: holidayApi,
  integrity: integrityApi,
  reviewRule: reviewRuleApi,
  commitment: commitmentApi,
  messageText: messageTextApi,
  cycle: cycleApi,
  apply: applyApi,
  project: projectApi,
  projectList: projectListApi,
  projectImport: projectImportApi,
  materialArchive: materialArchiveApi,
  blindCopy: blindCopyApi,
  projectCheck: projectCheckApi,
  publicity: publicityApi,
  draw: drawApi,
  drawResult: drawResultApi,
  assignment: assignmentApi,
  mapping: mappingApi,
  reviewBoard: reviewBoardApi,
  review: reviewApi,
  eligibility: eligibilityApi,
  confirmation: confirmationApi,
  conflict: conflictApi,
  recordCheck: recordCheckApi,
  ownRelation: ownRelationApi,
  dashboard: dashboardApi,
  log: logApi,
  monitor: monitorApi,
  online: onlineApi,
  outbox: outboxApi,
  savedView: savedViewApi,
  timing: timingApi,
  task: taskApi,
  export: exportApi,
  notification: notificationApi,
  metrics: metricsApi,
  health: healthApi,
};

export const allEndpoints: readonly Endpoint[] = Object.values(contracts).flatMap(
  (api) => Object.values(api) as Endpoint[],
);
