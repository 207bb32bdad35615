import type { FoundMark } from '@zhiping/shared/rules/blind-copy/find-marks.ts';
import { isWarned } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { MarkDecision } from './job.ts';

const NEAR_POINTS = 2;

const isNear = (one: Place, other: Place) =>
  one.page === other.page &&
  Math.abs(one.x - other.x) < NEAR_POINTS &&
  Math.abs(one.y - other.y) < NEAR_POINTS;

/** Whether a find is to be covered: as decided by a person, otherwise unless it is only pointed out. */
export const isCoveredBy = (
  decisions: readonly MarkDecision[],
  { kind, places }: Pick<FoundMark, 'kind' | 'places'>,
): boolean =>
  decisions.find((one) => one.kind === kind && places.some((place) => isNear(place, one.place)))?.isCovered ??
  !isWarned(kind);
