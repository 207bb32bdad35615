import { departmentVote, voteAgainst } from './project-helpers.ts';
import { addBody } from './factories.ts';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { emptyForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { Input, TestServer } from './harness.ts';

type Place = { cycleId: number; schoolId: number; teacherId: number; no: string; secret: string };

/** A submitted project with a material; all its texts contain `secret`. */
export const createProject = async (
  { db }: TestServer,
  { cycleId, schoolId, teacherId, no, secret }: Place,
) => {
  const { person_id } = await db
    .selectFrom('teacher')
    .select('person_id')
    .where('id', '=', teacherId)
    .executeTakeFirstOrThrow();
  const at = new Date();
  const form = { ...emptyForm(), statement: { text: secret } };
  const { id } = await db
    .insertInto('project')
    .values({
      cycle_id: cycleId,
      person_id,
      school_id: schoolId,
      no,
      bag_no: `袋${no}`,
      state: 'submitted',
      form: JSON.stringify(form),
      subject_edition: 0,
      submitted_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { type: 'other', name: secret, sha256: '0'.repeat(64) } as const;
  const { id: materialId } = await db
    .insertInto('project_material')
    .values({ ...file, project_id: id, position: 1, format: 'pdf', bytes: 1, whole: true, create_time: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content = {
    cycle: { id: cycleId, name: secret, ruleVersion: 1 },
    person: { name: secret, gender: '男', birthDate: '1980-01-01', idCard: '*', schoolName: secret },
    form,
    files: [{ ...file, id: materialId, entryKey: null, proof: null }],
  };
  await db
    .insertInto('project_snapshot')
    .values({
      project_id: id,
      round: 1,
      content: JSON.stringify(content),
      hash: '0',
      rule_version: 1,
      create_time: at,
    })
    .execute();
  const { id: recommendation_id } = await db
    .insertInto('project_recommendation')
    .values({
      project_id: id,
      round: 1,
      present: 1,
      in_favour: 1,
      against: 0,
      abstain: 0,
      opinion: secret,
      recommended_by: 0,
      recommended_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: recommendationFileId } = await db
    .insertInto('recommendation_file')
    .values({
      project_id: id,
      recommendation_id,
      name: secret,
      format: 'pdf',
      sha256: '0'.repeat(64),
      bytes: 1,
      whole: true,
      added_by: 0,
      create_time: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, materialId, recommendationFileId };
};

/** Reports the project of this school to a supervising body, which is outside of the register. Returns its unit. */
export const superviseOne = async (
  { db }: TestServer,
  { schoolId, projectId }: { schoolId: number; projectId: number },
): Promise<number> => {
  const id = await addBody(db, schoolId);
  await db
    .updateTable('project')
    .set({ state: 'reported', check_step: 'body' })
    .where('id', '=', projectId)
    .execute();
  await db
    .insertInto('state_event')
    .values({
      entity: 'project',
      entity_id: projectId,
      event: 'report',
      from_state: 'unitPublicity',
      to_state: 'reported',
      at: new Date(),
    })
    .execute();
  return id;
};

const sentBack = { version: 0, reason: '退回', reasons: [] };
const uploadId = '00000000-0000-4000-8000-000000000000';

/** Every call about one project, by its school, the office and its applicant. */
export const projectCalls = (
  id: number,
  { materialId, recommendationFileId }: { materialId: number; recommendationFileId: number },
): [Endpoint, Input<Endpoint>][] => {
  const params = { id };
  return [
    [projectApi.read, { params }],
    [projectApi.material, { params: { id: materialId } }],
    [projectApi.return, { params, body: sentBack }],
    [projectApi.addRecommendationFile, { params, body: { uploadId } }],
    [projectApi.recommendationFile, { params: { id: recommendationFileId } }],
    [projectApi.recommend, { params, body: { version: 0, ...departmentVote } }],
    [projectApi.askException, { params, body: { version: 0, ...departmentVote, ...voteAgainst } }],
    [eligibilityApi.supplement, { params, body: sentBack }],
    [
      eligibilityApi.decide,
      { params, body: { version: 0, verdict: 'eligible', opinion: '合格', items: [] } },
    ],
    [eligibilityApi.undo, { params, body: { version: 0, reason: '重新审查' } }],
    [projectApi.saveForm, { params, body: { version: 0, form: emptyForm() } }],
    [projectApi.addMaterial, { params, body: { uploadId, type: 'other' } }],
    [projectApi.orderMaterials, { params, body: { ids: [materialId] } }],
    [projectApi.removeMaterial, { params: { id, materialId } }],
    [projectApi.begin, { params }],
    [projectApi.submit, { params, body: { version: 0, commitmentId: 1, agreed: true } }],
    [projectApi.move, { params: { id, event: 'recall' }, body: { version: 0 } }],
    [projectApi.move, { params: { id, event: 'withdraw' }, body: { version: 0 } }],
  ];
};
