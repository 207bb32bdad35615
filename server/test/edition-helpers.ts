import { subjectApi as api, type EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { editionColumns } from '../src/modules/subject/read-edition.ts';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';
import { writeSheet } from '../src/platform/sheets/sheet-writer.ts';
import { requestOf, type TestServer } from './harness.ts';

const headers = Object.values(editionColumns);

const sheetOf = async (rows: string[][]) => {
  const pieces: Uint8Array[] = [];
  async function* source() {
    yield* rows;
  }
  for await (const piece of writeSheet({ name: '学科', headers: [...headers] }, source())) pieces.push(piece);
  return Buffer.concat(pieces);
};

export type EditionOptions = {
  token: string;
  catalog?: string;
  basis?: string;
  moves?: Record<string, string>;
};

/** Upload a new edition of a catalogue; without `basis` for a preview. */
export const sendEdition = async (
  server: TestServer,
  rows: string[][],
  { token, catalog = 'graduate', basis, moves }: EditionOptions,
) => {
  const form = new FormData();
  if (moves) form.append('moves', JSON.stringify(moves));
  form.append('file', new Blob([new Uint8Array(await sheetOf(rows))]), 'edition.xlsx');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: `/title/api/subject/edition?catalog=${catalog}${basis ? `&basis=${basis}` : ''}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = response.json();
  return { status: response.statusCode, body: body as EditionReport & { message: string; code: string } };
};

/** The catalogue as it is, in the form of a sheet: an export brought back. */
export const currentEdition = async (server: TestServer, token: string, catalog = 'graduate') => {
  const response = await server.app.inject(
    requestOf(api.download, { token, query: { catalog, enabled: true } }),
  );
  const rows = await readSheet(response.rawPayload, headers, 2000);
  return rows.map(({ values }) => headers.map((header) => values[header]));
};
