/** A moment some milliseconds later. */
export const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
