import { writeSheet } from '../../server/src/platform/sheets/sheet-writer.ts';

/** A spreadsheet for a file chooser. */
export const sheetFile = async (name: string, [headers = [], ...rows]: string[][]) => {
  async function* source() {
    yield* rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet({ name, headers }, source())) pieces.push(piece);
  return {
    name: `${name}.xlsx`,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.concat(pieces),
  };
};
