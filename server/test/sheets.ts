import { columns } from '../src/modules/user/import-users.ts';
import { writeSheet } from '../src/platform/sheets/sheet-writer.ts';
import type { TestServer } from './harness.ts';

/** A workbook, as users upload it. */
export const sheetOf = async (headers: readonly string[], rows: Iterable<string[]>): Promise<Buffer> => {
  async function* source() {
    yield* rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet({ name: '表', headers: [...headers] }, source())) pieces.push(piece);
  return Buffer.concat(pieces);
};

export const sheetOfUsers = (rows: string[][]) => sheetOf(Object.values(columns), rows);

let number = 0;
/** A row that can be imported; `change` puts other texts into its cells. */
export const userRow = (name: string, change: Partial<Record<number, string>> = {}) => {
  number += 1;
  const phone = `187${String(number).padStart(8, '0')}`;
  return [name, '导入', '男', phone, `${name}@example.org`, '评审办公室', '普通用户', '', ''].map(
    (cell, index) => change[index] ?? cell,
  );
};

/** The upload of a sheet as a form with a file, ready to be sent by whatever means. */
export const sheetForm = (bytes: Buffer) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'users.xlsx');
  return form;
};

export const uploadSheet = async (server: TestServer, token: string, bytes: Buffer, dryRun: boolean) => {
  const request = new Request('http://localhost', { method: 'POST', body: sheetForm(bytes) });
  const response = await server.app.inject({
    method: 'POST',
    url: `/title/api/users/batch?dryRun=${dryRun}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
};
