import type { ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { type PinnedSeverity, pinnedSeverities } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Tag } from 'antd';

const colors: Record<PinnedSeverity, string> = { block: 'error', warn: 'warning', none: 'default' };

/** The effective severity, and whether it is pinned by the office. */
export const EffectiveTag = ({ effective, pinned }: Pick<ConflictRow, 'effective' | 'pinned'>) => (
  <Tag color={colors[effective]}>
    {pinnedSeverities[effective]}
    {pinned !== null && '（人工）'}
  </Tag>
);
