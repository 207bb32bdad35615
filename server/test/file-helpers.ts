import { PDFDocument } from '@cantoo/pdf-lib';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { type Answer, type Input, requestOf, type TestServer } from './harness.ts';
import { zip } from './zip-file.ts';

type Sent = { name: string; bytes: Buffer; field?: string; fields?: Record<string, string> };

/** Call an endpoint with a file in a form, as a browser does. */
export const sendFile = async <E extends Endpoint>(
  server: TestServer,
  endpoint: E,
  { name, bytes, field, fields = {} }: Sent,
  input: Input<E> = {},
): Promise<Answer<E>> => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(field ?? endpoint.upload?.field ?? 'file', new Blob([new Uint8Array(bytes)]), name);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const { headers = {}, ...rest } = requestOf(endpoint, input as Input<Endpoint>);
  const type = request.headers.get('content-type') as string;
  const response = await server.app.inject({
    ...rest,
    headers: { ...headers, 'content-type': type },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = response.body === '' ? undefined : response.json();
  return { status: response.statusCode, body, error: body };
};

/** A picture of one pixel; `text` after its end makes it another content. */
export const png = (text = '') =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(text),
  ]);

/** A PDF of one page that can be opened; `title` makes it another content. */
export const readablePdf = async (title = ''): Promise<Buffer> => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.addPage([200, 200]);
  return Buffer.from(await document.save());
};

/** A file with the head of a PDF only. */
export const pdf = (text = '') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);

const contentTypes = (part: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x.xml" ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`;

/** The least that a Word, Excel or PowerPoint file of today is known by. */
export const officeFile = (
  part: 'wordprocessingml.document' | 'spreadsheetml.sheet' | 'presentationml.presentation',
) => zip({ '[Content_Types].xml': contentTypes(part), 'x.xml': '<x/>' });

/** The least that an Office file until 2003 is known by: a container with one stream of this name. */
export const oldOfficeFile = (stream: string): Buffer => {
  const bytes = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  for (const [index, name] of ['Root Entry', stream].entries())
    bytes.write(name, 1024 + index * 128, 'utf16le');
  return bytes;
};
