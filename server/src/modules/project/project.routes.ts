import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { eligibilityApi as eligibility } from '@zhiping/shared/contracts/eligibility.ts';
import { projectCheckApi as check } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi as list } from '@zhiping/shared/contracts/project-list.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { createProject } from './create-project.ts';
import { readBoard } from './board.queries.ts';
import { addMaterial, orderMaterials, removeMaterial } from './change-materials.ts';
import { acceptClear, decideEligibility, undoEligibility } from './decide-eligibility.ts';
import { exportProjects } from './export-projects.ts';
import { readMaterial } from './materials.queries.ts';
import { moveProject } from './move-project.ts';
import { findEmployers, findOwnProjects } from './project.queries.ts';
import {
  countStages,
  findCheckedCycles,
  findEmployerCommitment,
  findProjects,
} from './project-list.queries.ts';
import { readProject } from './read-project.ts';
import { addRecommendationFile, readRecommendationFile } from './recommendation-files.ts';
import { askException, recommendProject } from './recommend-project.ts';
import { giveVerdict, passProjects, reportProjects, retractReports } from './report-projects.ts';
import { returnProject } from './return-project.ts';
import { exportProjectSheet, readProjectSheet } from './project-sheets.ts';
import { saveForm } from './save-form.ts';
import { findSupervised } from './supervised.queries.ts';
import { beginSubmission, submitProject } from './submit-project.ts';

export const projectRoutes = (deps: Deps) => [
  on(list.list, ({ query, user }) => findProjects(deps.db, user, query)),
  on(list.stages, ({ query, user }) => countStages(deps.db, user, query)),
  on(list.cycles, ({ user }) => findCheckedCycles(deps.db, user)),
  on(list.supervised, ({ query, user }) => findSupervised(deps.db, user, query)),
  on(list.board, ({ query, user }) => readBoard(deps.db, user, query.cycleId)),
  on(list.sheet, ({ query, user }) => readProjectSheet(deps.db, user, query)),
  on(list.sheetDownload, ({ query, user }) => exportProjectSheet(deps.db, user, query)),
  on(list.download, ({ query, user }) => exportProjects(deps.db, user, query)),
  on(api.own, ({ user }) => findOwnProjects(deps.db, user)),
  on(api.employers, ({ user }) => findEmployers(deps.db, user)),
  on(api.create, ({ body, user }) => createProject(deps.db, user, body)),
  on(api.read, ({ params, user }) => readProject(deps, user, params.id)),
  on(api.saveForm, ({ params, body, user }) => saveForm(deps.db, user, { ...params, ...body })),
  on(api.addMaterial, ({ params, body, user }) => addMaterial(deps, user, { ...params, ...body })),
  on(api.orderMaterials, ({ params, body, user }) => orderMaterials(deps.db, user, { ...params, ...body })),
  on(api.removeMaterial, ({ params, user }) => removeMaterial(deps.db, user, params)),
  on(api.material, ({ params, user, caller }) => readMaterial(deps, user, params.id, caller)),
  on(api.begin, ({ params, user }) => beginSubmission(deps.db, user, params.id)),
  on(api.submit, ({ params, body, user, caller }) =>
    submitProject(deps, { ...user, ip: caller.ip }, { ...params, ...body }),
  ),
  on(api.return, ({ params, body, user }) =>
    returnProject(deps, user, { ...params, ...body, kind: 'return' }),
  ),
  on(check.commitment, ({ query, user }) => findEmployerCommitment(deps.db, user, query.cycleId)),
  on(check.report, ({ body, user, caller }) => reportProjects(deps.db, { ...user, ip: caller.ip }, body)),
  on(check.retract, ({ body, user }) => retractReports(deps.db, user, body)),
  on(check.pass, ({ body, user }) => passProjects(deps.db, user, body)),
  on(check.verdict, ({ params, body, user }) => giveVerdict(deps, user, { ...params, ...body })),
  on(eligibility.supplement, ({ params, body, user }) =>
    returnProject(deps, user, { ...params, ...body, kind: 'supplement' }),
  ),
  on(eligibility.decide, ({ params, body, user }) => decideEligibility(deps, user, { ...params, ...body })),
  on(eligibility.undo, ({ params, body, user }) => undoEligibility(deps.db, user, { ...params, ...body })),
  on(eligibility.acceptClear, ({ body, user }) => acceptClear(deps.db, user, body)),
  on(api.recommend, ({ params, body, user }) => recommendProject(deps.db, user, { ...params, ...body })),
  on(api.askException, ({ params, body, user }) => askException(deps.db, user, { ...params, ...body })),
  on(api.addRecommendationFile, ({ params, body, user }) =>
    addRecommendationFile(deps, user, { ...params, ...body }),
  ),
  on(api.recommendationFile, ({ params, user, caller }) =>
    readRecommendationFile(deps, user, params.id, caller),
  ),
  on(api.move, ({ params, body, user }) => moveProject(deps.db, user, { ...params, ...body })),
];
