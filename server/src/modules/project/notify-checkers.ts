import type { CheckStep, ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { Tx } from '../../platform/database/db.ts';
import { findInstitution } from './institution.queries.ts';
import type { StoredProject } from './project-workflow.ts';
import { officersOf, notifyStaff } from './notify-staff.ts';

/** Notifies the step in charge that projects wait. No second message is sent while one is unread. */
export const notifyCheckers = async (
  tx: Tx,
  { school_id, cycle_id, person_id }: Pick<StoredProject, 'school_id' | 'cycle_id' | 'person_id'>,
  step: CheckStep,
): Promise<void> => {
  const { institutionId, colleges, bodyId } = await findInstitution(tx, school_id);
  const units = { college: colleges, school: [institutionId], body: bodyId === null ? [] : [bodyId] };
  const state: ProjectState = step === 'body' ? 'reported' : 'submitted';
  await notifyStaff(tx, 'check', {
    readers: officersOf(units[step]),
    link: `/review/project?cycleId=${cycle_id}&state=${state}&checkStep=${step}`,
    except: { personIds: [person_id] },
  });
};
