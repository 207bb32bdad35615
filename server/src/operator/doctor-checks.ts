import { access, constants, statfs } from 'node:fs/promises';
import type pg from 'pg';
import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { noticeTemplates } from '@zhiping/shared/rules/outbox/sms-notices.ts';
import { compareEditions } from '@zhiping/shared/rules/subject/edition.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Config } from '../config.ts';
import { readSubjects } from '../facts/read-facts.ts';
import { findDictLabels } from '../modules/dict/dict.queries.ts';
import { findWorkingYear } from '../modules/holiday/holiday.queries.ts';
import { sizeText } from '../modules/monitor/read-machine.ts';
import { findCatalog } from '../modules/subject/save-subject.ts';
import { findBackupRuns } from '../platform/backup-runs.ts';
import type { Clock } from '../platform/clock.ts';
import { findMissingRights, findStrength } from '../platform/database/app-role.ts';
import type { Db } from '../platform/database/db.ts';
import { describeServer, findClockProblem, findNewer } from '../platform/database/require-sound.ts';
import { checkBucket } from '../platform/files/check-bucket.ts';
import { requireIdentityKey, secretsIn } from '../platform/identity.ts';
import { mailProblem } from '../platform/outbox/mail-queue.ts';
import { tryMailServer } from '../platform/outbox/mail.ts';
import { takesNotice } from '../platform/outbox/sms.ts';
import { findPendingOn } from '../setup-database.ts';

/** The checks of `npm run doctor`, in the order of their lines. One that throws is a line 错误 with its reason. */

type Level = '好' | '注意' | '错误';
export type Finding = { level: Level; words: string };

/** Of the installation that is looked at; `warnings` came with its settings. */
export type Installation = { config: Config; clock: Clock; warnings: readonly string[] };
export type Database = { client: pg.ClientBase; db: Db };

export type Check = {
  name: string;
  /** Looked at by each start in production too: cheap, and nothing that a start refuses or says already. */
  isOfStart?: true;
} & (
  | { needs: 'settings'; run: (parts: Installation) => Promise<Finding> | Finding }
  | { needs: 'database'; run: (parts: Installation & Database) => Promise<Finding> }
);

const good = (words: string): Finding => ({ level: '好', words });
const note = (words: string): Finding => ({ level: '注意', words });
const fault = (words: string): Finding => ({ level: '错误', words });

const checkSettings = ({ config, warnings }: Installation) => {
  if (warnings.length > 0) return note(warnings.map((words) => words.replace(/^注意：/, '')).join('；'));
  if (!config.production)
    return note(`没有按生产环境运行（NODE_ENV=${config.NODE_ENV}）；正式使用请设置 NODE_ENV=production`);
  return good('设置有效');
};

/** Makes no directory, which would belong to the wrong account. */
const checkDirectory = async ({ config }: Installation) => {
  try {
    await access(config.DATA_DIR, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fault(`${config.DATA_DIR} 不存在或不可写（${code}）；请建立并交给运行服务的用户`);
  }
  return good(`${config.DATA_DIR} 可写`);
};

const MEGABYTE = 1024 ** 2;
const SCARCE = 0.1;

const checkDisk = async ({ config }: Installation) => {
  const disk = await statfs(config.DATA_DIR).catch(() => null);
  if (!disk) return fault(`不能读取 ${config.DATA_DIR} 所在的磁盘；请先建立数据目录`);
  const { bavail, blocks, bsize } = disk;
  const free = bavail * bsize;
  const words = `数据目录所在磁盘可用 ${sizeText(free)}，共 ${sizeText(blocks * bsize)}`;
  if (free < config.DISK_RESERVE_MB * MEGABYTE)
    return fault(`${words}，低于 DISK_RESERVE_MB，系统不再接受写入；请立即清理或扩容`);
  return bavail < blocks * SCARCE ? note(`${words}，不足一成；请清理或扩容`) : good(words);
};

const checkServer = async ({ client }: Database) => {
  const { encoding, version, problem } = await describeServer(client);
  return problem === null ? good(`PostgreSQL ${version}，编码 ${encoding}`) : fault(problem);
};

const checkMigrations = async ({ client, config }: Installation & Database) => {
  const newer = await findNewer(client);
  if (newer) return fault(newer);
  const pending = await findPendingOn(client, config);
  if (pending.length === 0) return good('与程序的版本一致');
  const [first] = pending;
  return fault(
    `缺少 ${first}${pending.length > 1 ? ` 等 ${pending.length} 项` : ''}；请启动系统，有两个数据库角色的先执行 npm run migrate`,
  );
};

const checkExtension = async ({ client }: Database) => {
  const { rowCount } = await client.query("select from pg_extension where extname = 'pg_trgm'");
  if (rowCount === 1) return good('pg_trgm 已安装');
  return fault('没有扩展 pg_trgm；请由数据库管理员在本库执行 create extension pg_trgm');
};

const checkRights = async ({ client }: Database) => {
  const tables = await findMissingRights(client);
  if (tables.length === 0) return good('可以读写全部数据');
  return fault(
    `角色不能读写 ${tables.slice(0, 3).join('、')} 等 ${tables.length} 张表；请用 MIGRATE_DATABASE_URL 执行 npm run migrate`,
  );
};

const checkStrength = async ({ client }: Database) => {
  const strength = await findStrength(client);
  if (strength === null) return good('角色只能读写数据');
  return note(`${strength}，可以绕过触发器；正式使用请分为两个数据库角色，见 docs/operations.md`);
};

const checkClock = async ({ client, clock }: Installation & Database) => {
  const problem = await findClockProblem(client, clock);
  return problem === null ? good('与数据库相差不到 1 分钟') : fault(problem);
};

const checkMail = async ({ config }: Installation) => {
  if (!config.SMTP_HOST) return note('没有设置邮件服务器，邮件只留在发件箱；请设置 SMTP_HOST');
  try {
    await tryMailServer(config);
  } catch (error) {
    return fault(`${config.SMTP_HOST}:${config.SMTP_PORT}：${mailProblem(error).words}`);
  }
  const signedIn = config.SMTP_USER ? '已接受登录' : '可以连接，没有设置 SMTP_USER，不登录';
  return good(`${config.SMTP_HOST}:${config.SMTP_PORT} ${signedIn}`);
};

const checkSms = ({ config }: Installation) => {
  if (config.SMS_ADAPTER === 'outbox')
    return note('没有设置短信服务，验证码只留在发件箱，须由超级管理员转告；请设置 SMS_ADAPTER');
  const missing = noticeTemplates.filter((template) => !takesNotice(config, template));
  if (missing.length > 0)
    return note(`SMS_ALIYUN_NOTICE_TEMPLATES 缺少 ${missing.join('、')}，这些通知不发短信`);
  if (config.SMS_ADAPTER === 'webhook' && !config.SMS_WEBHOOK_TOKEN)
    return note('短信网关没有设置令牌；网关要求令牌的，请设置 SMS_WEBHOOK_TOKEN');
  return good(`设置齐全（${config.SMS_ADAPTER}）；用 npm run admin -- sms 手机号码 试发`);
};

const checkFiles = async ({ config }: Installation) => {
  if (!config.S3_ENDPOINT) return good('没有使用对象存储，文件存于数据目录');
  const warnings: string[] = [];
  await checkBucket(config, (words) => warnings.push(words));
  return warnings[0] === undefined ? good(`桶 ${config.S3_BUCKET} 可以访问`) : fault(warnings[0]);
};

const DAY_MS = 86_400_000;
/** The daily backup may be late by a night; the alert of docs/operations.md has the same bound. */
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;

const checkBackup = async ({ db, clock }: Installation & Database) => {
  const { last, good: done } = await findBackupRuns(db);
  if (last?.problem != null)
    return fault(`最近一次备份（${formatDateTime(last.create_time)}）失败：${last.problem}`);
  if (!done) return note('还没有备份；请执行 npm run backup，并每天定时执行（deploy/zhiping-backup.timer）');
  const words = `最近一次成功于 ${formatDateTime(done.create_time)}`;
  if (clock.now().getTime() - done.create_time.getTime() > MAX_BACKUP_AGE_MS)
    return fault(`${words}，已超过 2 天；请检查定时备份（systemctl list-timers）`);
  return done.missing > 0 ? note(`${words}，其中缺少 ${done.missing} 个文件`) : good(words);
};

const NOVEMBER = 11;

/** The State Council publishes the days off of a year in the November before. */
const checkHolidays = async ({ db, clock }: Installation & Database) => {
  const [year, month] = formatDateTime(clock.now()).split('-').map(Number) as [number, number];
  const wanted = month >= NOVEMBER ? year + 1 : year;
  const { isPublished, corrections } = await findWorkingYear(db, wanted);
  if (isPublished || corrections.length > 0) return good(`已有 ${wanted} 年的放假安排`);
  return note(
    `没有 ${wanted} 年的放假安排，期限只按法定节假日推算；公布后请升级系统，或在「工作日历」中更正`,
  );
};

const checkSubjects = async ({ db }: Database) => {
  const labels = await findDictLabels(db, SUBJECT_CATALOG_DICT);
  const published = Map.groupBy(readSubjects(), ({ catalog }) => catalog);
  const differing: string[] = [];
  for (const [catalog, edition] of published) {
    const stored = await findCatalog(db, catalog);
    const label = labels.get(catalog) ?? catalog;
    if (!stored.some(({ enabled }) => enabled))
      return fault(`${label}没有启用的学科；请在「学科目录」中导入`);
    const { added, renamed, returned, gone } = compareEditions(stored, edition);
    const changes = added.length + renamed.length + returned.length + gone.length;
    if (changes > 0) differing.push(`${label} ${changes} 处`);
  }
  if (differing.length === 0) return good('与程序附带的版本一致');
  return note(`与程序附带的版本不同：${differing.join('、')}；不是有意修改的，请在「学科目录」中核对`);
};

const madeKeys = ['IDENTITY_KEY', 'RSA_PRIVATE_KEY', 'BACKUP_SIGNING_KEY'] as const;

const checkKeys = async ({ client, config }: Installation & Database) => {
  requireIdentityKey(await secretsIn(client), config.IDENTITY_KEY);
  const made = madeKeys.filter((name) => !config[name]);
  if (!config.production || made.length === 0)
    return good(made.length === 0 ? '均由设置给出' : '没有设置的自动生成');
  return note(
    `没有设置 ${made.join('、')}，自动生成的密钥与数据存于一处，请保护好数据目录和备份；IDENTITY_KEY 只能在首次启动前设置`,
  );
};

export const checks: readonly Check[] = [
  { name: '设置', needs: 'settings', run: checkSettings },
  { name: '数据目录', needs: 'settings', run: checkDirectory },
  { name: '磁盘', needs: 'settings', run: checkDisk, isOfStart: true },
  { name: '数据库', needs: 'database', run: checkServer },
  { name: '数据库升级', needs: 'database', run: checkMigrations },
  { name: '数据库扩展', needs: 'database', run: checkExtension },
  { name: '数据库权限', needs: 'database', run: checkRights, isOfStart: true },
  { name: '数据库角色', needs: 'database', run: checkStrength },
  { name: '时钟', needs: 'database', run: checkClock },
  { name: '邮件', needs: 'settings', run: checkMail },
  { name: '短信', needs: 'settings', run: checkSms, isOfStart: true },
  { name: '文件存储', needs: 'settings', run: checkFiles },
  { name: '备份', needs: 'database', run: checkBackup, isOfStart: true },
  { name: '放假安排', needs: 'database', run: checkHolidays, isOfStart: true },
  { name: '学科目录', needs: 'database', run: checkSubjects },
  { name: '密钥', needs: 'database', run: checkKeys, isOfStart: true },
];
