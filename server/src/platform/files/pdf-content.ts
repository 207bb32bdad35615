import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

export type Pdf = Pick<PDFDocument, 'catalog' | 'context'>;

const at = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key));
const is = (dict: PDFDict, key: string, ...names: string[]) => {
  const value = at(dict, key);
  return value instanceof PDFName && names.includes(value.decodeText());
};

/** How many pages there are, counted to one more than `max`; 0 where the tree of pages is broken. */
export const countPages = ({ catalog }: Pdf, max: number): number => {
  let pages = 0;
  const seen = new Set<PDFObject>();
  const waiting = [at(catalog, 'Pages')];
  while (waiting.length > 0 && pages <= max) {
    const node = waiting.pop();
    if (!(node instanceof PDFDict)) return 0;
    const kids = at(node, 'Kids');
    if (!(kids instanceof PDFArray)) pages += 1;
    else if (seen.has(node)) return 0;
    else for (let index = 0; index < kids.size(); index++) waiting.push(kids.lookup(index));
    seen.add(node);
  }
  return pages;
};

/** No packed byte becomes more. */
const MAX_RATIO = 1032;

/** How a content is packed, the last first. */
export const filtersOf = (dict: PDFDict): string[] => {
  const filter = at(dict, 'Filter');
  const all =
    filter instanceof PDFArray ? filter.asArray().map((_, index) => filter.lookup(index)) : [filter];
  return all.map((one) => (one instanceof PDFName ? one.decodeText() : ''));
};

const isBomb = ({ dict, contents }: PDFRawStream, maxBytes: number): boolean => {
  let bytes = contents;
  const filters = filtersOf(dict);
  for (const [index, filter] of filters.entries()) {
    const isHarmless = bytes.length * MAX_RATIO ** (filters.length - index) <= maxBytes;
    if (isHarmless || (filter !== 'FlateDecode' && filter !== 'Fl')) return false;
    try {
      bytes = inflateSync(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    }
  }
  return false;
};

/** Whether some content unpacks to what no reader of it could hold. */
export const hasBomb = ({ context }: Pdf, maxBytes: number): boolean =>
  context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFRawStream && isBomb(object, maxBytes));

const dictOf = (object: PDFObject | undefined) => (object instanceof PDFStream ? object.dict : object);

/** Actions that run something, and what carries a file. */
const isActive = (object: PDFObject | undefined): boolean => {
  const dict = dictOf(object);
  return (
    dict instanceof PDFDict &&
    (is(dict, 'S', 'JavaScript', 'Launch') ||
      is(dict, 'Type', 'EmbeddedFile') ||
      is(dict, 'Subtype', 'FileAttachment', 'RichMedia'))
  );
};

const valuesOf = (dict: PDFDict) => dict.keys().map((key) => dict.lookup(key));

/** Entries that are active by their key. Fonts and pictures may have the same names, so what they hold counts too. */
const activeEntries: Record<string, (value: PDFObject, dict: PDFDict) => boolean> = {
  AA: (value) =>
    value instanceof PDFDict && valuesOf(value).every((one) => one instanceof PDFDict && !!at(one, 'S')),
  EF: (value) => value instanceof PDFDict && valuesOf(value).every((one) => one instanceof PDFStream),
  JS: (_, dict) => is(dict, 'S', 'Rendition'),
  XFA: (value) => value instanceof PDFArray || value instanceof PDFStream,
};

const isActiveEntry = (dict: PDFDict, key: PDFName): boolean => {
  const value = dict.lookup(key);
  return !!value && (isActive(value) || !!activeEntries[key.decodeText()]?.(value, dict));
};

const dropKeys = (dict: PDFObject | undefined, keys: string[]) =>
  dict instanceof PDFDict ? keys.filter((key) => dict.delete(PDFName.of(key))).length : 0;

/** Take what is active out of one object; answers how much it was. */
const stripOne = (object: PDFObject): number => {
  if (object instanceof PDFArray) {
    const before = object.size();
    for (let index = before - 1; index >= 0; index--)
      if (isActive(object.lookup(index))) object.remove(index);
    return before - object.size();
  }
  const dict = dictOf(object);
  if (!(dict instanceof PDFDict)) return 0;
  return dict.keys().filter((key) => isActiveEntry(dict, key) && dict.delete(key)).length;
};

const partsOf = (object: PDFObject, { context }: Pdf): (PDFObject | undefined)[] => {
  if (object instanceof PDFRef) return [context.lookup(object)];
  if (object instanceof PDFArray) return object.asArray();
  const dict = dictOf(object);
  return dict instanceof PDFDict ? dict.values() : [];
};

const isContainer = (object: PDFObject | undefined): object is PDFObject =>
  object instanceof PDFRef || object instanceof PDFArray || dictOf(object) instanceof PDFDict;

/**
 * Take out scripts, programs to start, embedded files and XFA forms, and with them whatever nothing leads to any more.
 * Answers whether anything was taken out; `always` acts as if.
 */
export const stripActive = (pdf: Pdf, always: boolean): boolean => {
  const { catalog, context } = pdf;
  let removed = dropKeys(catalog, ['Collection']);
  removed += dropKeys(at(catalog, 'Names'), ['JavaScript', 'EmbeddedFiles']);
  const seen = new Set<PDFObject>();
  const waiting = Object.values(context.trailerInfo).filter(isContainer);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (seen.has(object)) continue;
    seen.add(object);
    removed += stripOne(object);
    for (const part of partsOf(object, pdf)) if (isContainer(part) && !seen.has(part)) waiting.push(part);
  }
  if (removed === 0 && !always) return false;
  for (const [ref] of context.enumerateIndirectObjects()) if (!seen.has(ref)) context.delete(ref);
  return true;
};
