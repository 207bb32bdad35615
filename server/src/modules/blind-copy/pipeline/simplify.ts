import { Converter } from 'opencc-js/t2cn';

const convert = Converter({ from: 't', to: 'cn' });
const known = new Map<string, string>();

const simplifyOne = (char: string): string => {
  const found = known.get(char) ?? convert(char);
  known.set(char, found);
  return found;
};

/** Traditional characters as simplified ones, one by one: names are no phrases. */
export const simplify = (text: string): string =>
  /\p{Script=Han}/u.test(text) ? Array.from(text, simplifyOne).join('') : text;
