/** Why an opinion may be taken out of the count (剔除). */
export const exclusionCauses = {
  conflict: '发现回避情形',
  breach: '违反评审纪律',
} as const;
export type ExclusionCause = keyof typeof exclusionCauses;

export type Exclusion = {
  cause: ExclusionCause;
  askedBy: string;
  confirmedBy: string;
};

/** An exclusion as lists, sheets and prints say it, with both names. */
export const exclusionWords = ({ cause, askedBy, confirmedBy }: Exclusion): string =>
  `已剔除：${exclusionCauses[cause]}；${askedBy}提出，${confirmedBy}复核`;
