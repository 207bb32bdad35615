import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);
/** Some browsers leave the print media while their dialog is still open. */
let isDialogOpen = false;

/** At once: what is not in the document when the event ends is not on the paper. */
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

/** Whether the page is being printed, by a button of ours or by the browser. */
export const useIsPrinting = () => useStore(printing);

/** Print what stands in a `Paper`, as Ctrl+P does, once its pictures are there. */
export const print = async () => {
  setPrinting(true);
  const pictures = document.querySelectorAll<HTMLImageElement>('.paper img');
  await Promise.allSettled([...pictures].map((picture) => picture.decode()));
  await document.fonts.ready;
  window.print();
};

const FIELDS = 'input, textarea, select';

/** A copy for the paper. It would lose what was typed, and must not repeat any id. */
export const copyOf = (source: HTMLElement): HTMLElement => {
  const copy = source.cloneNode(true) as HTMLElement;
  const copies = copy.querySelectorAll<HTMLElement>(FIELDS);
  source.querySelectorAll<HTMLInputElement>(FIELDS).forEach((field, index) => {
    if (field.type === 'checkbox' || field.type === 'radio')
      copies[index]!.toggleAttribute('checked', field.checked);
    else copies[index]!.replaceWith(field.value);
  });
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  return copy;
};
