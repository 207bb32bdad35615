import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);
/** Some browsers leave the print media while their print dialog is still open. */
let isDialogOpen = false;

/** Synchronous: only elements that are in the document when the event ends are printed. */
const setPrinting = (isPrinting: boolean) => flushSync(() => printing.set(() => isPrinting));

window.addEventListener('beforeprint', () => {
  isDialogOpen = true;
  setPrinting(true);
});
window.addEventListener('afterprint', () => {
  isDialogOpen = false;
  setPrinting(false);
});
matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(isDialogOpen || matches));

/** Whether the page is being printed, by a button of the app or by the browser. */
export const useIsPrinting = () => useStore(printing);

/** Prints the mounted `Paper`, as Ctrl+P does, once its pictures are loaded. */
export const print = async () => {
  setPrinting(true);
  const pictures = document.querySelectorAll<HTMLImageElement>('.paper img');
  await Promise.allSettled([...pictures].map((picture) => picture.decode()));
  await document.fonts.ready;
  window.print();
};

const FIELDS = 'input, textarea, select';
const NEVER_SHOWN = ['password', 'hidden', 'file'];

/** The text that the screen shows for a field. */
const textOf = (field: HTMLInputElement | HTMLSelectElement) => {
  if (field instanceof HTMLSelectElement)
    return [...field.selectedOptions].map(({ text }) => text).join('、');
  return NEVER_SHOWN.includes(field.type) ? '' : field.value;
};

/**
 * A copy for printing. Cloning loses typed values, so they are copied; ids are removed, because they must be unique.
 */
export const copyOf = (source: HTMLElement): HTMLElement => {
  const copy = source.cloneNode(true) as HTMLElement;
  const copies = copy.querySelectorAll<HTMLElement>(FIELDS);
  source.querySelectorAll<HTMLInputElement>(FIELDS).forEach((field, index) => {
    if (field.type === 'checkbox' || field.type === 'radio')
      copies[index]!.toggleAttribute('checked', field.checked);
    else copies[index]!.replaceWith(textOf(field));
  });
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  return copy;
};
