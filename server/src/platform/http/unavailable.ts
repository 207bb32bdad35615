import { type AppError, unavailable } from '../errors.ts';

const BUSY = '数据正被其他操作占用，请稍后再试';
const DISK_FULL = '服务器存储空间不足，没有保存，请联系管理员';
const OVERLOADED = '系统繁忙，请稍后再试';
const NO_DATABASE = '数据库暂时无法连接，请稍后再试';

/** Messages for SQLSTATEs, or their classes, and error codes of the operating system. */
const messages: Record<string, string> = {
  // Blocked for too long by other work: deadlocks, locks and statements that the database gave up.
  '40P01': BUSY,
  '40001': BUSY,
  '55P03': BUSY,
  '57014': BUSY,
  '53100': DISK_FULL,
  '53': OVERLOADED,
  '08': NO_DATABASE,
  // Ended by its operator, crashed, starting, or dropped.
  '57P': NO_DATABASE,
  '3D000': NO_DATABASE,
  // A changed password, or a locked database role.
  '28': NO_DATABASE,
  // A standby that was the primary, or a disk that broke.
  '25006': NO_DATABASE,
  '58': NO_DATABASE,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EMFILE: OVERLOADED,
  ENFILE: OVERLOADED,
  ECONNREFUSED: NO_DATABASE,
  ECONNRESET: NO_DATABASE,
  EPIPE: NO_DATABASE,
  ETIMEDOUT: NO_DATABASE,
  EHOSTUNREACH: NO_DATABASE,
  ENETUNREACH: NO_DATABASE,
  ENOTFOUND: NO_DATABASE,
  EAI_AGAIN: NO_DATABASE,
};

/** pg has no codes for what happens on this side of the connection. */
const pgMessages: [RegExp, string][] = [
  [/^timeout exceeded when trying to connect/, OVERLOADED],
  [/^Connection terminated|connection error and is not queryable|^Client was closed/, NO_DATABASE],
];

/** A 503 if the error shows a temporary fault of a database, a connection or a disk; otherwise null. */
export const asUnavailable = (error: unknown): AppError | null => {
  const { code, message = '', syscall } = error as { code?: unknown; message?: string; syscall?: string };
  const state = typeof code === 'string' ? code : '';
  // A socket that is gone: its file is missing while its server is down.
  const found =
    syscall === 'connect'
      ? NO_DATABASE
      : (messages[state] ?? messages[state.slice(0, 3)] ?? messages[state.slice(0, 2)]);
  const words = found ?? pgMessages.find(([pattern]) => pattern.test(message))?.[1];
  return words === undefined ? null : unavailable(words, words === BUSY ? 'db.busy' : 'service.unavailable');
};
