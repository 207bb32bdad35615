type Point = readonly [x: number, y: number];

/**
 * Characters as strokes on a grid of 20 × 30, so that an image contains lines and no text; points are `x,y`, strokes
 * are separated by a bar. Only characters that are easily distinguished: no 0 and O, 1, I and L, 2 and Z, 5 and S, 6
 * and G, 8 and B, U and V, no F beside E, and no W, Q or D.
 */
const strokes: Readonly<Record<string, string>> = {
  3: '2,5 6,1 13,1 17,5 17,10 13,14 8,14 | 13,14 18,18 18,25 13,29 6,29 1,25',
  4: '14,30 14,0 0,21 20,21',
  7: '1,1 19,1 8,30 | 5,16 17,16',
  A: '0,30 10,0 20,30 | 4,20 16,20',
  C: '19,6 15,1 6,1 1,7 1,23 6,29 15,29 19,24',
  E: '18,0 1,0 1,30 18,30 | 1,15 14,15',
  H: '1,0 1,30 | 19,0 19,30 | 1,15 19,15',
  J: '6,0 18,0 | 13,0 13,23 9,29 4,29 0,24',
  K: '1,0 1,30 | 18,0 1,17 | 7,12 19,30',
  M: '0,30 2,0 10,18 18,0 20,30',
  N: '1,30 1,0 19,30 19,0',
  P: '1,30 1,0 13,0 18,4 18,12 13,16 1,16',
  R: '1,30 1,0 13,0 18,4 18,11 13,15 1,15 | 9,15 19,30',
  T: '0,0 20,0 | 10,0 10,30',
  X: '0,0 20,30 | 20,0 0,30',
  Y: '0,0 10,14 20,0 | 10,14 10,30',
};

const readStroke = (text: string): Point[] =>
  text.split(' ').map((pair) => {
    const [x, y] = pair.split(',').map(Number);
    return [x!, y!];
  });

export const captchaGlyphs: ReadonlyMap<string, readonly (readonly Point[])[]> = new Map(
  Object.entries(strokes).map(([character, text]) => [character, text.split(' | ').map(readStroke)]),
);

export const captchaAlphabet: readonly string[] = [...captchaGlyphs.keys()];
