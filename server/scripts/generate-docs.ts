import { writeFile } from 'node:fs/promises';
import { apiDoc, permissionsDoc } from '../src/platform/http/endpoint-docs.ts';

const docs = new URL('../../docs/', import.meta.url);
await writeFile(new URL('permissions.md', docs), permissionsDoc());
await writeFile(new URL('api.md', docs), apiDoc());
