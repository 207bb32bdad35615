import Image from '@tiptap/extension-image';
import { pictureAddress } from '@zhiping/shared/rules/file-formats.ts';

const isOwn = (element: HTMLElement) => pictureAddress.test(element.getAttribute('src') ?? '');

/** Only pictures that were uploaded: the server removes all others, so pasted ones do not even appear. */
export const OwnImage = Image.extend({
  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (isOwn(element) ? null : false) }];
  },
}).configure({ resize: false });

/** Picture files of a paste or a drop. With words beside them, as from a word processor, the words are meant. */
export const picturesIn = (data: DataTransfer | null): File[] => {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
};
