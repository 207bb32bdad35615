import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import sheet from './print.css?inline';
import { session } from './session-store.ts';

const shanghai = new Intl.DateTimeFormat('zh-CN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
});

/** Who printed it and when: a leaked sheet names its source. */
const watermark = () =>
  `${session.get().user?.user.nickName ?? ''} ${shanghai.format(new Date())} 打印`.trim();

const withText = (page: Document, tag: string, text: string, className = '') => {
  const element = page.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
};

const loaded = (image: HTMLImageElement) =>
  image.complete
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true });
        image.addEventListener('error', () => resolve(), { once: true });
      });

/** A clone loses what was typed; the printed form must show it. */
const freezeFields = (source: HTMLElement, copy: HTMLElement) => {
  const fields = 'input, textarea, select';
  const copies = copy.querySelectorAll<HTMLElement>(fields);
  source.querySelectorAll<HTMLInputElement>(fields).forEach((field, index) => {
    if (field.type === 'checkbox' || field.type === 'radio')
      copies[index]?.toggleAttribute('checked', field.checked);
    else copies[index]?.replaceWith(field.value);
  });
};

/** Print one part of the page on A4, through a hidden frame, so that the shell around it stays off the paper. */
export const print = async (node: HTMLElement, { title }: { title: string }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0';
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) return;

  page.documentElement.lang = 'zh-CN';
  page.title = title;
  page.head.append(withText(page, 'style', sheet));
  const copy = page.importNode(node, true);
  freezeFields(node, copy);
  page.body.append(
    withText(page, 'header', PRODUCT_TITLE),
    ...(copy.querySelector('h1') ? [] : [withText(page, 'h1', title)]),
    copy,
    withText(page, 'p', watermark(), 'print-watermark'),
  );

  await Promise.all([...[...page.images].map(loaded), page.fonts.ready]);
  view.addEventListener('afterprint', () => frame.remove(), { once: true });
  view.focus();
  view.print();
};
