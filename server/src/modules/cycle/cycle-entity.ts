import type { Entity } from '../../platform/edits/save-row.ts';

export const entity: Entity<'cycle'> = {
  table: 'cycle',
  noun: '评审批次',
  constraints: { cycle_name_key: ['name', '已有同名的批次'] },
};
