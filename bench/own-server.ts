import { findSchools } from '../server/src/modules/school/school.queries.ts';
import { createDb } from '../server/src/platform/database/db.ts';
import { loadPrincipal } from '../server/src/platform/auth/principal.ts';
import { startProduct } from './start-product.ts';

/** The product as a process of its own; prints its port and the token of the review office. */
const product = await startProduct();

/** The statements of the school list's first page, for a bare server that asks the same. */
const statementsOfSchools = async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const recording = createDb(product.pool, ({ query: { sql, parameters } }) =>
    asked.push({ text: sql, values: [...parameters] }),
  );
  const reader = await loadPrincipal(product.db, (await product.userNamed('office')).id, new Date());
  if (reader) await findSchools(recording, reader, { page: 0, size: 10 });
  return asked;
};

process.send?.({
  port: product.port,
  token: await product.tokenOf('office'),
  connection: product.connection,
  schools: await statementsOfSchools(),
});

process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
