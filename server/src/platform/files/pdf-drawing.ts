import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '@zhiping/shared/rules/file/formats.ts';
import type { Pdf } from './pdf-content.ts';
import type { PdfProblem } from './pdf-looked.ts';

/** Bounds of pages, pictures and nesting that viewers can draw; files beyond them are refused at upload. */

/** A hundred inches, twice the longest poster. */
const MAX_PAGE_POINTS = 7200;
const MAX_FORM_DEPTH = 20;
/** Drawings of a page that come from forms within forms: each may draw the next one many times. */
const MAX_FORM_DRAWS = 200_000;

const at = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key));
const dictAt = (dict: PDFDict | undefined, key: string): PDFDict | undefined => {
  const found = dict && at(dict, key);
  if (found instanceof PDFRawStream) return found.dict;
  return found instanceof PDFDict ? found : undefined;
};

const inheritedKeys = ['Resources', 'MediaBox', 'CropBox'] as const;
type Page = { node: PDFDict } & { [K in (typeof inheritedKeys)[number]]?: PDFObject };

/** The pages, each with what it inherits; the tree is known to be one. */
const findPages = ({ catalog }: Pdf): Page[] => {
  const pages: Page[] = [];
  const waiting: (Omit<Page, 'node'> & { node: PDFObject | undefined })[] = [{ node: at(catalog, 'Pages') }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, ...inherited } = next;
    if (!(node instanceof PDFDict)) continue;
    const page: Page = { ...inherited, node };
    for (const key of inheritedKeys) {
      const own = at(node, key);
      if (own) page[key] = own;
    }
    const kids = at(node, 'Kids');
    if (!(kids instanceof PDFArray)) pages.push(page);
    else
      for (let index = 0; index < kids.size(); index++) waiting.push({ ...page, node: kids.lookup(index) });
  }
  return pages;
};

const numberIn = (value: PDFObject | undefined) => (value instanceof PDFNumber ? value.asNumber() : 0);

const longSideOf = (box: PDFObject | undefined) => {
  if (!(box instanceof PDFArray) || box.size() < 4) return 0;
  const corner = (index: number) => numberIn(box.lookup(index));
  return Math.max(Math.abs(corner(2) - corner(0)), Math.abs(corner(3) - corner(1)));
};

const isHugePage = ({ node, MediaBox, CropBox }: Page) => {
  const unit = numberIn(at(node, 'UserUnit')) || 1;
  return Math.max(longSideOf(MediaBox), longSideOf(CropBox)) * unit > MAX_PAGE_POINTS;
};

const isOf = (dict: PDFDict, subtype: string) => at(dict, 'Subtype') === PDFName.of(subtype);

const isHugePicture = (object: PDFObject): boolean => {
  if (!(object instanceof PDFRawStream) || !isOf(object.dict, 'Image')) return false;
  const [width, height] = [numberIn(at(object.dict, 'Width')), numberIn(at(object.dict, 'Height'))];
  return Math.max(width, height) > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS;
};

const textOf = (stream: PDFObject | undefined): string => {
  if (stream instanceof PDFArray)
    return stream
      .asArray()
      .map((_, index) => textOf(stream.lookup(index)))
      .join('\n');
  if (!(stream instanceof PDFRawStream)) return '';
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return '';
  }
};

/** A null byte and a comment part words as a space does. */
const drawOperator = /\/([^\s\0/[\]<>(){}%]+)(?:[\s\0]|%[^\r\n]*[\r\n])+Do\b/g;

/** Forms that resources name, by their names. */
const formsIn = (resources: PDFDict | undefined): Map<string, PDFRawStream> => {
  const objects = dictAt(resources, 'XObject');
  const forms = (objects?.keys() ?? []).flatMap((key): [string, PDFRawStream][] => {
    const found = objects!.lookup(key);
    return found instanceof PDFRawStream && isOf(found.dict, 'Form') ? [[key.decodeText(), found]] : [];
  });
  return new Map(forms);
};

class TooNested extends Error {}

/** Counts what is drawn through forms; each form is read once. */
const createDrawCount = () => {
  const known = new Map<PDFRawStream, number>();
  const above = new Set<PDFRawStream>();

  const countIn = (content: PDFObject | undefined, resources: PDFDict | undefined): number => {
    const forms = formsIn(resources);
    if (forms.size === 0) return 0;
    let draws = 0;
    for (const [, name] of textOf(content).matchAll(drawOperator)) {
      const form = forms.get(PDFName.of(name!).decodeText());
      if (form) draws += 1 + countOf(form, resources);
      if (draws > MAX_FORM_DRAWS) throw new TooNested();
    }
    return draws;
  };

  const countOf = (form: PDFRawStream, around: PDFDict | undefined): number => {
    const found = known.get(form);
    if (found !== undefined) return found;
    if (above.has(form) || above.size >= MAX_FORM_DEPTH) throw new TooNested();
    above.add(form);
    const draws = countIn(form, dictAt(form.dict, 'Resources') ?? around);
    above.delete(form);
    known.set(form, draws);
    return draws;
  };

  return { countIn, countOf };
};

/** The pictures that annotations of a page are drawn with. */
const appearancesOf = ({ node }: Page): PDFRawStream[] => {
  const notes = at(node, 'Annots');
  if (!(notes instanceof PDFArray)) return [];
  return notes.asArray().flatMap((_, index) => {
    const note = notes.lookup(index);
    const normal = note instanceof PDFDict ? dictAt(note, 'AP')?.lookup(PDFName.of('N')) : undefined;
    const states = normal instanceof PDFDict ? normal.keys().map((key) => normal.lookup(key)) : [normal];
    return states.filter((one) => one instanceof PDFRawStream);
  });
};

/** Whether forms draw forms so deeply, in a circle, or so often that no viewer comes to an end. */
export const isTooNested = (pdf: Pdf): boolean => {
  const { countIn, countOf } = createDrawCount();
  try {
    for (const page of findPages(pdf)) {
      const resources = page.Resources instanceof PDFDict ? page.Resources : undefined;
      countIn(at(page.node, 'Contents'), resources);
      for (const appearance of appearancesOf(page)) countOf(appearance, undefined);
    }
    return false;
  } catch (error) {
    if (error instanceof TooNested) return true;
    throw error;
  }
};

/** A page or picture that is too large, or null. */
export const sizeProblem = (pdf: Pdf): PdfProblem | null => {
  if (findPages(pdf).some(isHugePage)) return 'huge_page';
  const objects = pdf.context.enumerateIndirectObjects();
  return objects.some(([, object]) => isHugePicture(object)) ? 'huge_picture' : null;
};
