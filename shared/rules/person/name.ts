import { unlessBlank } from '../text/blank-text.ts';
import { copiedText } from '../text/copied-text.ts';

/** Characters that show nothing. A variation selector behind an emoji is left: it chooses the colours. */
const hidden =
  /(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<!\p{Extended_Pictographic})\p{Variation_Selector}/gu;

/** A name in the characters that people type: neither hidden ones nor those that only look the same. */
export const plainName = (name: string): string =>
  unlessBlank(copiedText(name).replaceAll(hidden, '').trim());

/** The dots that people put between the parts of a name. */
export const nameDots = /[·•‧∙⋅・･]|(?<=\p{Script=Han})[.．](?=\p{Script=Han})/gu;

const spaceInName = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;

/** The name of a person as it is stored: 张 and 三 with a space between them, to fill a column of names, are 张三. */
export const tidyName = (name: string): string =>
  plainName(name)
    .split(nameDots)
    .map((part) => part.trim())
    .join('·')
    .replaceAll(spaceInName, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
