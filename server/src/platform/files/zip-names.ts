import { TextDecoder } from 'node:util';
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';

const UTF8 = 0x800;
/** Of the extra field that holds a name in UTF-8 beside one in another encoding. */
const UNICODE_PATH = 0x7075;

/** Longer than any path that a system writes. */
const MAX_NAME_BYTES = 2000;

const decoded = (bytes: Buffer, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const declaredUnicode = (entry: Entry) =>
  entry.extraFields.some(({ id }) => id === UNICODE_PATH)
    ? getFileNameLowLevel(UTF8, entry.fileNameRaw, entry.extraFields, false)
    : null;

/**
 * The name of an entry. Chinese Windows writes GBK and sets no flag; macOS writes UTF-8 and sets none either, which GBK
 * is hardly ever taken for. Null where it is none of these.
 */
export const entryName = (entry: Entry): string | null => {
  if (entry.fileNameRaw.length > MAX_NAME_BYTES) return null;
  const isUtf8 = (entry.generalPurposeBitFlag & UTF8) !== 0;
  const name =
    declaredUnicode(entry) ??
    decoded(entry.fileNameRaw, 'utf-8') ??
    (isUtf8 ? null : decoded(entry.fileNameRaw, 'gb18030'));
  // oxlint-disable-next-line no-control-regex -- they are what no name of a file holds
  if (name === null || /[\0-\x1f\x7f]/.test(name)) return null;
  return name.normalize('NFC').replaceAll('\\', '/');
};

/** Whether a name leads out of the place that it is unpacked in. */
export const isUnsafePath = (name: string): boolean => validateFileName(name) !== null;

/** Files that operating systems add to archives. */
export const isSystemFile = (name: string): boolean =>
  /(?:^|\/)__MACOSX\//.test(name) || /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
