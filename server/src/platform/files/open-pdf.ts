import { constants, inflateSync } from 'node:zlib';
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectParser,
  PDFRawStream,
  type PDFString,
} from '@cantoo/pdf-lib';
import { filtersOf } from './pdf-content.ts';

type Parser = { cryptoFactory?: unknown; parseString: (ref?: unknown) => PDFString | PDFHexString };

/**
 * The library keeps decrypted strings as if they had stood between brackets: written again, a bracket or backslash in
 * it would be special. Hex digits are not.
 */
const parser = PDFObjectParser.prototype as unknown as Parser;
const { parseString } = parser;
parser.parseString = function (ref) {
  const parsed = parseString.call(this, ref);
  if (!this.cryptoFactory || !ref) return parsed;
  return PDFHexString.of(Buffer.from((parsed as PDFString).asString(), 'latin1').toString('hex'));
};

/** Content under a wrong key is noise, of which no beginning can be unpacked. */
const isReadable = ({ dict, contents }: PDFRawStream): boolean => {
  if (!['FlateDecode', 'Fl'].includes(filtersOf(dict)[0] ?? '')) return true;
  try {
    inflateSync(contents.subarray(0, 1024), { finishFlush: constants.Z_SYNC_FLUSH });
    return true;
  } catch {
    return false;
  }
};

/** Without its encryption: a file that only forbids printing or copying opens under an empty password. */
const decrypt = async (bytes: Buffer): Promise<PDFDocument | null> => {
  const pdf = await PDFDocument.load(bytes, { password: '', updateMetadata: false }).catch(() => null);
  if (!pdf) return null;
  const { catalog, context } = pdf;
  delete context.trailerInfo.Encrypt;
  // It may have been left as it was and be noise now.
  catalog.delete(PDFName.of('Metadata'));
  const streams = context.enumerateIndirectObjects().map(([, object]) => object);
  return streams.every((object) => !(object instanceof PDFRawStream) || isReadable(object)) ? pdf : null;
};

/** A readable PDF; null if it is broken. `isDecrypted`: it must be rewritten. */
export const openPdf = async (
  bytes: Buffer,
): Promise<{ pdf: PDFDocument; isDecrypted: boolean } | 'encrypted' | null> => {
  const open = () => PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  const pdf = await open().catch(() => null);
  // The contents of an encrypted file may be why it could not be opened.
  if (!pdf?.isEncrypted && (pdf || !bytes.includes('/Encrypt'))) return pdf && { pdf, isDecrypted: false };
  const decrypted = await decrypt(bytes);
  return decrypted ? { pdf: decrypted, isDecrypted: true } : 'encrypted';
};
