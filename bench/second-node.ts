import type pg from 'pg';
import { startProduct } from './start-product.ts';

/** Another node on the database of a running product, fresh from its start; prints its port and a token. */
const product = await startProduct(JSON.parse(process.argv[2] as string) as pg.ClientConfig);
process.send?.({ port: product.port, office: await product.tokenOf('office') });
process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
