import { loadIdentity } from '../server/src/platform/identity.ts';
import { loadPrincipal } from '../server/src/platform/auth/principal.ts';
import { generatePool } from './generate-pool.ts';
import { startProduct } from './start-product.ts';

/** The product with a large pool, as a process of its own; prints its port, tokens and database. */
const size = { experts: Number(process.argv[2]), schools: 10_000, subjects: 20_000 };
const product = await startProduct();
const office = await product.userNamed('office');
const actor = await loadPrincipal(product.db, office.id, new Date());
if (!actor) throw new Error('the demo data has no office');
await generatePool(product.db, await loadIdentity(product.pool), actor, size);

process.send?.({
  port: product.port,
  office: await product.tokenOf('office'),
  school: await product.tokenOf('school'),
  admin: await product.tokenOf('admin'),
  connection: product.connection,
});

process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
