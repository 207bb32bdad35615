/** An invented paper. */
export type PaperText = {
  title: string;
  keywords: readonly string[];
  abstract: string;
  /** Beginnings of its four parts. */
  parts: readonly [string, string, string, string];
  /** Ends with thanks and the number of a fund, which a blind copy points out. */
  isThankful?: true;
  /** Has a picture, whose words no program reads. */
  hasPicture?: true;
};
