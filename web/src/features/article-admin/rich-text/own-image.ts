import Image from '@tiptap/extension-image';
import { pictureAddress } from '@zhiping/shared/rules/file/formats.ts';

const isOwn = (element: HTMLElement) => pictureAddress.test(element.getAttribute('src') ?? '');

/** Accepts only uploaded pictures: the server removes all others, so pasted ones are not shown either. */
export const OwnImage = Image.extend({
  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (isOwn(element) ? null : false) }];
  },
}).configure({ resize: false });

/**
 * Picture files of a paste or a drop. If there is text beside them, as from a word processor, the text is meant and the
 * pictures are ignored.
 */
export const picturesIn = (data: DataTransfer | null): File[] => {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
};
