import { startProduct } from './start-product.ts';

/** The product as a process of its own; prints its port, tokens and the school of the written rows. */
const product = await startProduct();
const { dept_id: school } = await product.db
  .selectFrom('school')
  .select('dept_id')
  .limit(1)
  .executeTakeFirstOrThrow();

/** People who type at the same time. */
const TYPING = 500;
const typists = Array.from({ length: TYPING }, (_, index) => `typist${index}`);
await product.db
  .insertInto('sys_user')
  .values(typists.map((username) => ({ username, nick_name: username, password_hash: '', dept_id: 4 })))
  .execute();
const typing = await Promise.all(typists.map(product.tokenOf));

process.send?.({
  typing,
  port: product.port,
  admin: await product.tokenOf('admin'),
  office: await product.tokenOf('office'),
  school,
  connection: product.connection,
});

process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
