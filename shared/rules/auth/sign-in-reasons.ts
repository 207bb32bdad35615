/** Name and password were right, and an own password must be chosen first. */
export const PASSWORD_DUE = 'auth.password_change_required';

/** Why a sign-in failed, by the code of the refusal that the login log keeps. */
const reasons: Record<string, string> = {
  'auth.wrong_credentials': '用户名或密码错误',
  'auth.locked': '账号锁定',
  'auth.disabled': '账号未激活',
  [PASSWORD_DUE]: '需修改密码',
  'auth.weak_password': '新密码过于简单',
  'auth.password_unchanged': '新密码与旧密码相同',
  'auth.bad_password': '新密码格式错误',
  'captcha.wrong': '验证码错误',
  'captcha.gone': '验证码过期',
  'code.wrong': '短信验证码错误',
  internal: '系统错误',
};

/** A code that is not known here is better than nothing. */
export const signInReason = (code: string | null) => code && (reasons[code] ?? code);
