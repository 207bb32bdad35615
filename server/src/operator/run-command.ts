import { parseArgs } from 'node:util';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/database/db.ts';
import {
  createAccount,
  endSessions,
  findSessions,
  renewPassword,
  type TypedAccount,
  unlockAccount,
} from './accounts.ts';
import type { Operator } from './operator.ts';
import { findFailedTasks, repeatTask } from './tasks.ts';
import { tryMail, trySms } from './try-messages.ts';

export const usage = `用法：npm run admin -- 命令
  create 用户名 --name 姓名 --phone 手机号码 --email 邮箱 --role 角色 --dept 部门
                        新增用户，打印一次性密码
  password 用户名 [--phone 手机号码]
                        重设密码，打印一次性密码；结束其会话，解除登录锁定；手机遗失时一并更换号码
  unlock 用户名         解除登录锁定
  sessions [用户名]     列出登录中的会话
  sessions 用户名 --end 结束该用户的会话
  mail 邮箱             发送测试邮件
  sms 手机号码          发送测试短信
  tasks                 列出失败的后台任务
  task 编号             重新执行失败的任务
每次操作都写入审计记录。退出码：0 完成，1 没有完成，2 用法不对`;

type Parts = { db: Db; config: Config; operator: Operator; print: (line: string) => void };
type Given = { values: Omit<TypedAccount, 'username'> & { end?: boolean }; argument: string | undefined };

const oneTime = (password: string) => `一次性密码（登录后须修改）：${password}`;

type Command = {
  /** Whether the argument behind the command is given, may be, or must not be. */
  argument: 'needed' | 'optional' | 'none';
  options?: readonly (keyof Given['values'])[];
  run: (parts: Parts, given: Given & { argument: string }) => Promise<void>;
};

const commands: Record<string, Command> = {
  create: {
    argument: 'needed',
    options: ['name', 'phone', 'email', 'role', 'dept'],
    run: async ({ db, operator, print }, { argument: username, values }) => {
      const password = await createAccount(db, operator, { ...values, username });
      print(`已新增用户「${username}」。${oneTime(password)}`);
    },
  },
  password: {
    argument: 'needed',
    options: ['phone'],
    run: async ({ db, operator, print }, { argument: username, values: { phone } }) => {
      const password = await renewPassword(db, operator, { username, phone });
      print(`已重设「${username}」的密码，其会话已结束。${oneTime(password)}`);
    },
  },
  unlock: {
    argument: 'needed',
    run: async ({ db, operator, print }, { argument: username }) => {
      await unlockAccount(db, operator, username);
      print(`已解除「${username}」的登录锁定`);
    },
  },
  sessions: {
    argument: 'optional',
    options: ['end'],
    run: async ({ db, operator, print }, { argument: username, values }) => {
      if (values.end) {
        if (!username) throw new Error('请给出要结束会话的用户名');
        await endSessions(db, operator, username);
        print(`已结束「${username}」的会话`);
        return;
      }
      const { sessions, isCut } = await findSessions(db, operator, username || null);
      for (const one of sessions)
        print(
          [one.username, one.nick_name, one.ip, one.browser, `${formatDateTime(one.login_time)} 登录`].join(
            '　',
          ),
        );
      print(isCut ? `只列出最近的 ${sessions.length} 个会话` : `共 ${sessions.length} 个会话`);
    },
  },
  mail: {
    argument: 'needed',
    run: async (parts, { argument: to }) => {
      await tryMail(parts, to);
      parts.print(`邮件服务器已接受发往 ${to} 的测试邮件`);
    },
  },
  sms: {
    argument: 'needed',
    run: async (parts, { argument: phone }) => {
      const code = await trySms(parts, phone);
      parts.print(`短信服务已接受发往 ${phone} 的测试短信，验证码 ${code} 不能用于登录`);
    },
  },
  tasks: {
    argument: 'none',
    run: async ({ db, print }) => {
      const failed = await findFailedTasks(db);
      for (const { id, kind, end_time, error } of failed)
        print([id, kind, end_time && formatDateTime(end_time), error].filter(Boolean).join('　'));
      print(failed.length === 0 ? '没有失败的后台任务' : '重新执行：npm run admin -- task 编号');
    },
  },
  task: {
    argument: 'needed',
    run: async ({ db, operator, print }, { argument }) => {
      if (!/^[1-9]\d{0,14}$/.test(argument)) throw new Error('编号必须是数字');
      await repeatTask(db, operator, Number(argument));
      print(`任务 ${argument} 已放回队列，由运行中的服务执行`);
    },
  },
};

const text = { type: 'string' } as const;
const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: { name: text, phone: text, email: text, role: text, dept: text, end: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
};

/** The command that the words behind `npm run admin --` name, with what it is given; null if they name none. */
export const readCommand = (args: readonly string[]) => {
  const { values, positionals } = parsed(args) ?? { values: {}, positionals: [] };
  const [name = '', argument, ...more] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || more.length > 0) return null;
  if (command.argument !== 'optional' && (argument === undefined) !== (command.argument === 'none'))
    return null;
  const allowed: readonly string[] = command.options ?? [];
  if (!Object.keys(values).every((option) => allowed.includes(option))) return null;
  return (parts: Parts) => command.run(parts, { values, argument: argument ?? '' });
};
