/**
 * Three-digit prefixes of mobile numbers in mainland China, as first and last of a run. Prefixes that are not allotted
 * (154, 160, 161, 163, 164, 168, 169, 179, 194) or that only have 13-digit numbers (140 to 144) are missing.
 */
export const mobilePrefixRuns: readonly (readonly [first: number, last: number])[] = [
  [130, 139],
  [145, 149],
  [150, 153],
  [155, 159],
  [162, 162],
  [165, 167],
  [170, 178],
  [180, 189],
  [190, 193],
  [195, 199],
];
