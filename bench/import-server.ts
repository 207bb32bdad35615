import { findAllSchools } from '../server/src/modules/school/school.queries.ts';
import { findSubjects } from '../server/src/modules/subject/subject.queries.ts';
import { startProduct } from './start-product.ts';

/** The product with a worker, as a process of its own; prints its port, a token and the names that a sheet may use. */
const product = await startProduct(undefined, {});
const { content } = await findSubjects(product.db, { page: 0, size: 1000, enabled: true });

process.send?.({
  port: product.port,
  office: await product.tokenOf('office'),
  schools: (await findAllSchools(product.db)).map(({ name }) => name),
  subjects: content.map(({ fullName }) => fullName),
});

process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
