import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { countUnread } from './unread-ink.ts';

const SCALE = 200 / 72;
const place = (x: number, y: number, width: number, height: number) => ({
  page: 1,
  x: x / SCALE,
  y: y / SCALE,
  width: width / SCALE,
  height: height / SCALE,
  angle: 0,
});

const unreadOf = (draw: (context: SKRSContext2D) => void, places: ReturnType<typeof place>[] = []) => {
  const [width, height] = [600, 400];
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fffdf5';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#222';
  draw(context);
  const { data: pixels } = context.getImageData(0, 0, width, height);
  return countUnread({ pixels, width, height }, places, SCALE);
};

test('letters are unread until a place holds them', () => {
  const letter = (context: SKRSContext2D) => context.fillRect(100, 100, 20, 24);
  expect(unreadOf(letter)).toBe(1);
  expect(unreadOf(letter, [place(96, 96, 30, 32)])).toBe(0);
  expect(unreadOf(letter, [place(200, 96, 30, 32)])).toBe(1);
});

test('so are letters of 4 points, and a seal around a text that was read', () => {
  expect(unreadOf((context) => context.fillRect(100, 100, 9, 10))).toBe(1);
  expect(
    unreadOf(
      (context) => {
        context.strokeStyle = '#d33';
        context.lineWidth = 6;
        context.beginPath();
        context.arc(300, 200, 80, 0, 2 * Math.PI);
        context.stroke();
        context.fillRect(260, 190, 80, 24);
      },
      [place(250, 180, 100, 44)],
    ),
  ).toBe(1);
});

test('paper of any colour, rules and specks are not', () => {
  expect(
    unreadOf((context) => {
      context.fillRect(50, 50, 500, 3);
      context.fillRect(50, 70, 3, 300);
      context.fillRect(400, 300, 3, 3);
    }),
  ).toBe(0);
});
