/** Arithmetic on the points of the opinions on one project. Missing points are ignored. */

/**
 * From this difference in points between the highest and the lowest total, the opinions on a project differ widely
 * (分差大).
 */
export const WIDE_SPREAD = 20;

type Points = readonly (number | null | undefined)[];

const given = (values: Points) => values.filter((value): value is number => typeof value === 'number');

/** To one decimal, as figures are shown. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The mean to one decimal; null for an empty list. */
export const meanOf = (values: Points): number | null => {
  const points = given(values);
  return points.length === 0 ? null : rounded(points.reduce((sum, one) => sum + one, 0) / points.length);
};

/** The difference between the highest and the lowest; null for fewer than two. */
export const spreadOf = (values: Points): number | null => {
  const points = given(values);
  return points.length < 2 ? null : Math.max(...points) - Math.min(...points);
};

/** By how much one of them lies above the mean of the others, not rounded; null where there are no others. */
export const deviationFromOthers = (values: Points, at: number): number | null => {
  const own = values[at];
  const others = given(values.toSpliced(at, 1));
  if (typeof own !== 'number' || others.length === 0) return null;
  return own - others.reduce((sum, one) => sum + one, 0) / others.length;
};

/** Whether one total is so far from the others that the office should look at it. */
export const isOutlier = (values: Points, at: number): boolean =>
  Math.abs(deviationFromOthers(values, at) ?? 0) >= WIDE_SPREAD;
