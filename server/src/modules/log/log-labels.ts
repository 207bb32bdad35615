import { dayKinds } from '@zhiping/shared/rules/holiday/working-days.ts';
import type { Db } from '../../platform/database/db.ts';

/** Fields whose values are codes of a dictionary, by kind of record where the same word means different things. */
const dictionaryOf: Record<string, string> = {
  titleSeries: 'title_series',
  titleLevel: 'title_level',
  'teacher.type': 'teacher_type',
};

const fixedLabels: Record<string, Record<string, string>> = {
  'cycle.sheet': {
    progress: '专家评审进度',
    scores: '评分表',
    opinions: '评审意见',
    figures: '专家宽严、一致与用时',
  },
  'article.type': { notice: '通知公告', expertManual: '专家手册' },
  'holiday.kind': dayKinds,
  'menu.type': { 0: '目录', 1: '菜单', 2: '按钮' },
};

export type LabelOf = (entity: string, field: string, value: string) => string | undefined;

/** Labels of codes, by the present dictionaries. */
export const findLabels = async (db: Db): Promise<LabelOf> => {
  const rows = await db
    .selectFrom('dict_detail')
    .innerJoin('dict', 'dict.id', 'dict_detail.dict_id')
    .select(['dict.name', 'dict_detail.value', 'dict_detail.label'])
    .where('dict.name', 'in', Object.values(dictionaryOf))
    .execute();
  const labels = new Map(rows.map(({ name, value, label }) => [`${name}.${value}`, label]));
  return (entity, field, value) => {
    const own = `${entity}.${field}`;
    return fixedLabels[own]?.[value] ?? labels.get(`${dictionaryOf[own] ?? dictionaryOf[field]}.${value}`);
  };
};
