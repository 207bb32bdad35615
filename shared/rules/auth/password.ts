import { commonPasswords } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 10;
/** From this length on the kinds of characters do not matter. */
export const LONG_PASSWORD_LENGTH = 16;
export const MAX_PASSWORD_LENGTH = 72;

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

const lengthOf = (password: string) => [...password].length;
const plain = (text: string) =>
  text.toLowerCase().replace(/[@431!0$5]/g, (character) => lookalikes[character]!);
const plainCommonPasswords = commonPasswords.map(plain);

export type PasswordRule = {
  code: string;
  /** Ticked while the password is typed. */
  label: string;
  /** Message if the password is refused. */
  problem: string;
  test: (password: string, username: string) => boolean;
};

export const passwordRules: readonly PasswordRule[] = [
  {
    code: 'length',
    label: `${MIN_PASSWORD_LENGTH} 到 ${MAX_PASSWORD_LENGTH} 个字符`,
    problem: `密码应有 ${MIN_PASSWORD_LENGTH} 到 ${MAX_PASSWORD_LENGTH} 个字符`,
    test: (password) =>
      lengthOf(password) >= MIN_PASSWORD_LENGTH && lengthOf(password) <= MAX_PASSWORD_LENGTH,
  },
  {
    code: 'kinds',
    label: `大写、小写、数字、符号中的三种，或不少于 ${LONG_PASSWORD_LENGTH} 个字符`,
    problem: `密码应含大写、小写、数字、符号中的三种，或不少于 ${LONG_PASSWORD_LENGTH} 个字符`,
    test: (password) =>
      lengthOf(password) >= LONG_PASSWORD_LENGTH || kinds.filter((kind) => kind.test(password)).length >= 3,
  },
  {
    code: 'username',
    label: '不含用户名',
    problem: '密码不能包含用户名',
    /** A user name of one or two characters would forbid most passwords by chance. */
    test: (password, username) =>
      lengthOf(username) < 3 || !password.toLowerCase().includes(username.toLowerCase()),
  },
  {
    code: 'common',
    label: '不是常见密码',
    problem: '密码过于常见，容易被猜到',
    test: (password) => !plainCommonPasswords.some((common) => plain(password).startsWith(common)),
  },
  {
    code: 'control',
    label: '不含换行等不可见字符',
    problem: '密码不能包含换行等不可见字符',
    test: (password) => !/\p{Cc}/u.test(password),
  },
];

/** Messages of the failed rules, in their order; empty for an allowed password. */
export const passwordProblems = (password: string, username: string): string[] =>
  passwordRules.filter((rule) => !rule.test(password, username)).map((rule) => rule.problem);
