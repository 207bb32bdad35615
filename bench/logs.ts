import { sql } from 'kysely';
import { startProduct } from './start-product.ts';

/**
 * The logs at a million rows each: milliseconds of every kind of page, filter and count, through HTTP, one call at a time.
 * Usage: node bench/logs.ts [rows] [rounds]
 */

const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 20);

const product = await startProduct();
const { db } = product;

/** A statement may take 30 s, and a slow machine writes no million rows in that. */
const BATCH_SIZE = 100_000;

/** Two years of calls by 500 people from 2 000 addresses; one call in 200 is refused, one name is rare. */
const fill = async () => {
  for (let first = 1; first <= rows; first += BATCH_SIZE)
    await fillPart(first, Math.min(rows, first + BATCH_SIZE - 1));
  await sql`vacuum analyze operation_log, login_log, error_log`.execute(db);
};

const fillPart = async (first: number, last: number) => {
  await sql`
    insert into operation_log (username, description, method, path, status, request_id, ip, browser, duration_ms, create_time)
    select case when n % 250000 = 0 then 'rareperson' else 'user' || n % 500 end,
      (array['用户列表', '编辑用户', '专家列表', '导出专家', '学科列表', '保存评审意见'])[1 + n % 6],
      'GET', '/title/api/users', case when n % 200 = 0 then 403 else 200 end, md5(n::text),
      '10.0.' || n % 8 || '.' || n % 250, 'Chrome 140', n % 300, now() - make_interval(secs => n * 63)
    from generate_series(${first}::int, ${last}::int) n`.execute(db);
  await sql`
    insert into login_log (username, succeeded, reason, ip, browser, create_time)
    select case when n % 250000 = 0 then 'rareperson' else 'user' || n % 500 end, n % 5000 <> 0,
      case when n % 5000 = 0 then 'auth.bad_credentials' end, '10.0.' || n % 8 || '.' || n % 250, 'Chrome 140',
      now() - make_interval(secs => n * 63)
    from generate_series(${first}::int, ${last}::int) n`.execute(db);
  await sql`
    insert into error_log (request_id, username, method, path, message, stack, ip, create_time)
    select md5(n::text), 'user' || n % 500, 'GET', '/title/api/' || (array['users', 'expert', 'school'])[1 + n % 3],
      case when n % 250000 = 0 then 'disk full' else 'statement timeout' end, 'Error', '10.0.0.1',
      now() - make_interval(secs => n * 63)
    from generate_series(${first}::int, ${last}::int) n`.execute(db);
};

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const range = (from: number, to: number) =>
  `createTime=${day(from)}%2000:00:00&createTime=${day(to)}%2023:59:59`;

const questions = [
  'logs?size=20',
  'logs?size=20&page=499',
  'logs?size=100&page=99',
  'logs?size=20&logType=ERROR',
  'logs?size=20&logType=INFO&page=400',
  'logs?size=20&blurry=user17',
  'logs?size=20&blurry=保存评审',
  'logs?size=20&blurry=rareperson',
  'logs?size=20&blurry=nobodyatall',
  'logs?size=20&blurry=10.0.3.7',
  'logs?size=20&blurry=u',
  `logs?size=20&${range(30, 0)}`,
  `logs?size=20&${range(700, 650)}&logType=ERROR&blurry=user17`,
  `logs?size=20&${range(400, 400)}&blurry=rareperson`,
  'logs?size=20&sort=createTime,asc',
  'logs?id=500000',
  'logs/user?size=20',
  'logs/login?size=20',
  'logs/login?size=20&page=499',
  'logs/login?size=20&succeeded=false',
  'logs/login?size=20&succeeded=false&blurry=user17',
  'logs/login?size=20&blurry=rareperson',
  'logs/login?size=20&blurry=nobodyatall',
  `logs/login?size=20&${range(300, 200)}`,
  'logs/error?size=20',
  'logs/error?size=20&page=499',
  'logs/error?size=20&blurry=disk%20full',
  'logs/error?size=20&blurry=nothing',
  `logs/error?size=20&${range(300, 200)}&blurry=expert`,
];

try {
  const begin = performance.now();
  await fill();
  console.log(
    `${rows} rows a log, written in ${((performance.now() - begin) / 1000).toFixed(0)} s; ms of ${rounds} calls`,
  );
  const headers = { authorization: await product.tokenOf('admin') };
  let worst = 0;
  for (const question of questions) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const response = await fetch(`http://127.0.0.1:${product.port}/title/api/${question}`, { headers });
      await response.arrayBuffer();
      took.push(performance.now() - start);
      if (response.status !== 200) throw new Error(`${question}: ${response.status}`);
    }
    took.sort((a, b) => a - b);
    const [median, slowest] = [took[rounds >> 1] as number, took.at(-1) as number];
    worst = Math.max(worst, slowest);
    console.log(
      `${median.toFixed(1).padStart(8)} median ${slowest.toFixed(1).padStart(8)} worst  ${question}`,
    );
  }
  console.log(`worst of all: ${worst.toFixed(1)} ms`);
} finally {
  await product.stop();
}
