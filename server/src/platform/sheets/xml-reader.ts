import { SaxesParser } from 'saxes';
import type { SheetLimits } from './sheet-limits.ts';

/** A workbook that holds more than any sheet that people fill in. */
export class TooLarge extends Error {}

export type Attributes = Record<string, string>;

/** Called as the parts of a document come by; names without their prefixes. */
export type XmlHandler = {
  open: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
  /** Whether to stop reading. */
  isDone?: () => boolean;
};

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads documents piece by piece, up to the maximum number of elements of a sheet for all of them together. An
 * unfinished element is bounded too, since the parser keeps it whole.
 */
export const createXmlReader = (limits: SheetLimits) => {
  let elements = 0;
  return async (
    chunks: AsyncIterable<Uint8Array>,
    { open, close, text, isDone }: XmlHandler,
  ): Promise<void> => {
    const decoder = new TextDecoder();
    const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
    let [depth, unreported] = [0, 0];
    parser.on('opentag', ({ name, attributes }) => {
      unreported = 0;
      elements += 1;
      depth += 1;
      if (elements > limits.elements || depth > limits.depth) throw new TooLarge();
      open(withoutPrefix(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      unreported = 0;
      depth -= 1;
      close?.(withoutPrefix(name));
    });
    if (text) {
      parser.on('text', text);
      parser.on('cdata', text);
    }
    for await (const chunk of chunks) {
      unreported += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (unreported > limits.partBytes) throw new TooLarge();
      if (isDone?.()) return;
    }
    parser.close();
  };
};
