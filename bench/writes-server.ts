import { startProduct } from './start-product.ts';

/** The product as a process of its own; tells its port, tokens and the school that what is written belongs to. */
const product = await startProduct();
const { dept_id: school } = await product.db
  .selectFrom('school')
  .select('dept_id')
  .limit(1)
  .executeTakeFirstOrThrow();

process.send?.({
  port: product.port,
  admin: await product.tokenOf('admin'),
  office: await product.tokenOf('office'),
  school,
  connection: product.connection,
});

process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
