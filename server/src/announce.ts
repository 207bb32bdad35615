import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import type { Config } from './config.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { demoAccounts, demoExpertNotes } from './demo/accounts.ts';
import { hasOwnPassword } from './demo/find-demo.ts';
import type { Accounts } from './setup-database.ts';

/** How the first administrator signs in; passwords that the settings chose are not repeated. */
export const firstAdminLines = (config: Config, password: string | null): string[] => {
  if (password === null) return [];
  const shown = config.INITIAL_ADMIN_PASSWORD
    ? '一次性密码为 INITIAL_ADMIN_PASSWORD，首次登录须修改'
    : `一次性密码（首次登录须修改；修改之前每次启动都重新生成，以最后打印的为准）：${password}`;
  return ['首个管理员：admin', shown];
};

/** Prints the address of the product and its accounts. */
export const announce = (
  config: Config,
  address: string,
  { demo, firstAdminPassword, ownsTables }: Accounts,
) => {
  const lines = ['', `${PRODUCT_TITLE}已启动：${address}`];
  lines.push(...firstAdminLines(config, firstAdminPassword));
  if (demo) {
    lines.push(`演示账号（密码均为 ${DEMO_PASSWORD}）：`);
    for (const { username, note } of [...demoAccounts, ...demoExpertNotes])
      lines.push(`  ${username.padEnd(12)}${note}${ownPasswordNote(config, username)}`);
  }
  if (ownsTables)
    lines.push(
      demo
        ? '演示只用一个数据库角色：它是表的所有者，可以绕过触发器。正式使用请分为两个角色，见 docs/operations.md'
        : '注意：系统以表的所有者身份运行，可以绕过触发器。请分为两个数据库角色，见 docs/operations.md',
    );
  console.log([...lines, ''].join('\n'));
};

/** Passwords that the settings chose are not repeated on the terminal. */
const ownPasswordNote = (config: Config, username: string) => {
  if (!hasOwnPassword(config, username)) return '';
  return `，密码为 ${username === 'admin' ? 'INITIAL_ADMIN_PASSWORD' : 'INITIAL_PASSWORD'}`;
};
