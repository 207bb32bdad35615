import { ID_CARD_TAKEN } from '@zhiping/shared/constants.ts';
import { explainBroken } from '../../platform/database/db.ts';
import { AppError } from '../../platform/errors.ts';

const expertConstraints = {
  uk_user_email: ['email', '邮箱已被使用'],
  expert_school_id_fkey: ['schoolId', '所选学校不存在'],
  expert_affiliation_org_id_fkey: ['affiliations', '所选单位不存在'],
} satisfies Parameters<typeof explainBroken>[0];

const ID_CARD_EXISTS = '身份证号码已存在';

/** Stock clients know a duplicate identity number by the database's own words (specification §5). */
const idCardTaken = () =>
  new AppError(400, 'expert.id_card_taken', `${ID_CARD_TAKEN}：${ID_CARD_EXISTS}`, [
    { field: 'idCard', message: ID_CARD_EXISTS },
  ]);

/** Reports broken constraints of experts on their fields. */
export const explainExpert = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await explainBroken({ ...expertConstraints, uk_expert_id_card: ['idCard', ID_CARD_EXISTS] }, work);
  } catch (error) {
    if (error instanceof AppError && error.code === 'constraint.uk_expert_id_card') throw idCardTaken();
    throw error;
  }
};
