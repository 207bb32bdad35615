import { type NumberStyle, styleOf } from './number-format.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { type Attributes, TooLarge, type XmlHandler } from './xml-reader.ts';

/** Reads the part of this name; a part that is missing has nothing in it. */
export type ReadPart = (name: string, handler: XmlHandler) => Promise<void>;

export type Workbook = {
  /** All sheets with their parts, in the order of their tabs. */
  sheets: readonly { name: string; part: string; isHidden: boolean }[];
  strings: string[];
  /** How cells of a style show numbers, by the number of the style. */
  styles: NumberStyle[];
  countsFrom1904: boolean;
};

/** Numbers of the formats for dates that every spreadsheet knows, those of Chinese among them. */
const isKnownDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Spreadsheets write characters that XML does not allow as _x000D_. */
export const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** A path in a package, which may start where the part stands that names it. */
const resolvePath = (folder: string, target: string) => {
  if (target.startsWith('/')) return target.slice(1);
  const path = folder.split('/').filter(Boolean);
  for (const step of target.split('/').filter(Boolean)) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
};

type Relationship = { id: string; type: string; path: string };

const readRelationships = async (read: ReadPart, part: string): Promise<Relationship[]> => {
  const slash = part.lastIndexOf('/') + 1;
  const [folder, file] = [part.slice(0, slash), part.slice(slash)];
  const found: Relationship[] = [];
  await read(`${folder}_rels/${file}.rels`, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const type = attributes.Type ?? '';
      found.push({
        id: attributes.Id ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolvePath(folder, attributes.Target ?? ''),
      });
    },
  });
  return found;
};

const relationOf = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.toLowerCase().endsWith(':id'))?.[1];

const readBook = async (read: ReadPart, part: string) => {
  const sheets: { id: string; name: string; isHidden: boolean }[] = [];
  let countsFrom1904 = false;
  await read(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name === 'sheet')
        sheets.push({
          id: relationOf(attributes) ?? '',
          name: attributes.name?.trim() ?? '',
          isHidden: /hidden$/i.test(attributes.state ?? ''),
        });
    },
  });
  return { sheets, countsFrom1904 };
};

const readStrings = async (read: ReadPart, part: string, limits: SheetLimits): Promise<string[]> => {
  const strings: string[] = [];
  let [text, length] = ['', 0];
  let [isText, isPhonetic] = [false, false];
  await read(part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (more) => {
      if (!isText) return;
      text += more;
      length += more.length;
      if (length > limits.textChars) throw new TooLarge();
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      strings.push(unescapeText(text));
      if (strings.length > limits.strings) throw new TooLarge();
    },
  });
  return strings;
};

const readStyles = async (read: ReadPart, part: string): Promise<NumberStyle[]> => {
  const formats = new Map<number, NumberStyle>();
  const used: number[] = [];
  let isOfCells = false;
  await read(part, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), styleOf(attributes.formatCode ?? ''));
      if (name === 'xf' && isOfCells) used.push(Number(attributes.numFmtId ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return used.map((id) => formats.get(id) ?? { kind: isKnownDateFormat(id) ? 'date' : 'plain' });
};

/** Everything that the cells of sheets need to be read. */
export const readWorkbook = async (read: ReadPart, limits: SheetLimits): Promise<Workbook> => {
  const root = await readRelationships(read, '');
  const part = root.find(({ type }) => type === 'officeDocument')?.path;
  if (part === undefined) throw new Error('No workbook.');
  const parts = await readRelationships(read, part);
  const pathOf = (type: string) => parts.find((one) => one.type === type)?.path;
  const { sheets, countsFrom1904 } = await readBook(read, part);
  const pathById = new Map(
    parts.flatMap(({ id, type, path }) => (type === 'worksheet' ? [[id, path] as const] : [])),
  );
  const [strings, styles] = [pathOf('sharedStrings'), pathOf('styles')];
  return {
    sheets: sheets.flatMap(({ id, ...rest }) =>
      pathById.has(id) ? [{ ...rest, part: pathById.get(id)! }] : [],
    ),
    countsFrom1904,
    strings: strings === undefined ? [] : await readStrings(read, strings, limits),
    styles: styles === undefined ? [] : await readStyles(read, styles),
  };
};
