import { pinyin } from 'pinyin-pro';

/**
 * The text that searches look in: the words as they are, their full pinyin and its initials, in lower case. 「zs」 and
 * 「zhangsan」 both find 张三.
 */
export const searchTextOf = (...words: (string | null | undefined)[]): string => {
  const parts = words.filter((word): word is string => !!word).map((word) => word.toLowerCase());
  const han = parts.filter((part) => /\p{Script=Han}/u.test(part));
  const spelled = han.flatMap((part) => {
    const syllables = pinyin(part, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
    return [syllables.join(''), syllables.map((syllable) => syllable[0] ?? '').join('')];
  });
  return [...parts, ...spelled].join(' ').toLowerCase();
};
