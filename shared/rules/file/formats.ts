/** Formats that may be uploaded. The content decides; the name only distinguishes plain text from CSV. */
export const fileFormats = {
  png: { type: '图片', mime: 'image/png' },
  jpg: { type: '图片', mime: 'image/jpeg' },
  gif: { type: '图片', mime: 'image/gif' },
  pdf: { type: '文档', mime: 'application/pdf' },
  docx: { type: '文档', mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { type: '文档', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { type: '文档', mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  doc: { type: '文档', mime: 'application/msword' },
  xls: { type: '文档', mime: 'application/vnd.ms-excel' },
  ppt: { type: '文档', mime: 'application/vnd.ms-powerpoint' },
  txt: { type: '文档', mime: 'text/plain' },
  csv: { type: '文档', mime: 'text/csv' },
  zip: { type: '其他', mime: 'application/zip' },
} as const;

export type FileFormat = keyof typeof fileFormats;

/** Categories of the eladmin family; they are part of a file's address. */
export const fileTypes = ['图片', '文档', '其他'] as const;
export type FileType = (typeof fileTypes)[number];

export const formatNames = Object.keys(fileFormats) as FileFormat[];

export const isPicture = (format: string) => format === 'png' || format === 'jpg' || format === 'gif';

/** Formats of materials. */
export const materialFormats = ['pdf', 'jpg', 'png'] as const satisfies readonly FileFormat[];
export type MaterialFormat = (typeof materialFormats)[number];

/** More than any book: it is read page by page. */
export const MAX_PDF_PAGES = 2000;

/** Larger pictures are not drawn by the viewer and the blind copies: a page of A3 at 600 dots an inch has fewer. */
export const MAX_PICTURE_PIXELS = 72_000_000;
/** A little less than the longest side that browsers draw. */
export const MAX_PICTURE_SIDE = 32_000;

/** For the `accept` of a file chooser. */
export const acceptOf = (formats: readonly string[]) =>
  formats.map((format) => (format === 'jpg' ? '.jpg,.jpeg' : `.${format}`)).join(',');

export const pictureFormats = formatNames.filter(isPicture);

/** Message for a file of another format. */
export const acceptedFormats = 'PDF、Word、Excel、PPT、txt、csv、zip 文件和 png、jpg、gif 图片';

/** Where a file is read; the category is part of the address because clients of the eladmin family put it there. */
export const fileAddress = ({ type, real_name: name }: { type: string; real_name: string }) =>
  `/title/file/${encodeURIComponent(type)}/${name}`;

/** Addresses of pictures that a text may show, as `fileAddress` writes them. */
export const pictureAddress = new RegExp(
  `^/title/file/${encodeURIComponent('图片')}/([0-9a-f]{32}\\.(?:${pictureFormats.join('|')}))$`,
);
