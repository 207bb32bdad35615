/** Marks that turn the direction of text round: what is read on the screen is not what is stored. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const directionMarks = new RegExp(directionMark.source, 'g');

export const hasDirectionMarks = (text: string): boolean => directionMark.test(text);

export const withoutDirectionMarks = (text: string): string => text.replaceAll(directionMarks, '');

/** Message for a text with such marks. */
export const directionProblem = (label: string): string => `${label}含有看不见的方向控制符，请删去后重新输入`;
