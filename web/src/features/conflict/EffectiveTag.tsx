import type { ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { type PinnedSeverity, pinnedSeverities } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Tag } from 'antd';

const colors: Record<PinnedSeverity, string> = { block: 'error', warn: 'warning', none: 'default' };

/** Why a pin does not hold: it was made on a warning, or on other evidence. */
export const OVERRULED = '判定以后依据有变化，现在须回避，这项判定不适用；解除须由他人复核';

/** The effective severity, and whether it is pinned by the office. */
export const EffectiveTag = ({ effective, pinned }: Pick<ConflictRow, 'effective' | 'pinned'>) => (
  <Tag color={colors[effective]}>
    {pinnedSeverities[effective]}
    {pinned === effective && '（人工）'}
  </Tag>
);
