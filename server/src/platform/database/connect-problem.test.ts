import pg from 'pg';
import { expect, test } from 'vitest';
import { connectProblem } from './connect-problem.ts';

const problemOf = async (connection: pg.ClientConfig) => {
  const client = new pg.Client({ connectionTimeoutMillis: 1000, ...connection });
  try {
    await client.connect();
  } catch (error) {
    return (connectProblem(error, 'DATABASE_URL') as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
  return null;
};

test('what a network refuses is told in words', async () => {
  expect(await problemOf({ host: '127.0.0.1', port: 1, user: 'x' })).toContain(
    'DATABASE_URL：主机上没有数据库在监听',
  );
  expect(await problemOf({ host: '/nowhere', user: 'x' })).toContain('没有这个套接字目录');
});

test.each([
  [{ code: '28P01' }, '用户名或密码不正确'],
  [{ code: '3D000' }, '数据库不存在'],
  [{ message: 'timeout expired' }, '连接超时'],
])('%j is told in words', (error, words) => {
  expect((connectProblem(error, 'DATABASE_URL') as Error).message).toContain(words);
});

test('another error stays what it is', () => {
  const error = new Error('a fault of ours');
  expect(connectProblem(error, 'DATABASE_URL')).toBe(error);
});
