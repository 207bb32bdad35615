import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';

/** A message as it goes out: plain text, and the same as simple HTML. */
export type Mail = { subject: string; text: string; html: string };

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Parts = {
  subject: string;
  /** Paragraphs. */
  lines: readonly string[];
  /** Stands out under the first paragraph: a code. */
  mark?: string;
};

const FOOT = '本邮件由系统自动发送，请勿回复。';

/** Both forms of a message from its parts, so that they always say the same. */
export const mailOf = ({ subject, lines, mark }: Parts): Mail => {
  const [first = '', ...rest] = lines;
  const title = `【${PRODUCT_TITLE}】${subject}`;
  const marked = mark === undefined ? [] : [mark];
  const html = [
    `<p>${escaped(first)}</p>`,
    ...marked.map(
      (text) => `<p style="font-size:24px;letter-spacing:4px"><strong>${escaped(text)}</strong></p>`,
    ),
    ...rest.map((line) => `<p>${escaped(line)}</p>`),
    `<hr><p style="color:#666">${escaped(PRODUCT_TITLE)}。${FOOT}</p>`,
  ].join('\n');
  return {
    subject: title,
    text: [first, ...marked, ...rest, '', `${PRODUCT_TITLE}。${FOOT}`].join('\n'),
    html: `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body>\n${html}\n</body></html>`,
  };
};
