import { PDFDocument } from '@cantoo/pdf-lib';

/** In pixels, sharp enough on paper; three stamps fill the width of a page. */
const STAMP = { width: 600, height: 340, font: 40, tilt: -24 };
const ACROSS = 3;

/**
 * Draws the lines as a transparent picture. Drawn by the browser, because only its fonts have characters for every
 * name.
 */
export const drawStamp = (lines: readonly string[]): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = STAMP.width;
  canvas.height = STAMP.height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser draws no pictures.');
  pen.translate(20, STAMP.height - STAMP.font * (lines.length + 0.5));
  pen.rotate((STAMP.tilt * Math.PI) / 180);
  pen.font = `${STAMP.font}px sans-serif`;
  pen.fillStyle = 'rgb(90 90 90 / 0.3)';
  for (const [index, line] of lines.entries())
    pen.fillText(line, 0, STAMP.font * (1 + index * 1.2), STAMP.width);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The stamp was not drawn.')))),
  );
};

/** A picture becomes a PDF with one page of its size. */
const openAsPdf = async (file: Blob): Promise<PDFDocument> => {
  const bytes = await file.arrayBuffer();
  if (file.type === 'application/pdf') return PDFDocument.load(bytes, { updateMetadata: false });
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const picture = file.type === 'image/png' ? await pdf.embedPng(bytes) : await pdf.embedJpg(bytes);
  pdf.addPage([picture.width, picture.height]).drawImage(picture);
  return pdf;
};

/** Returns the PDF or picture as a PDF whose pages are covered with the stamp. */
export const stampFile = async (file: Blob, stamp: Blob): Promise<Blob> => {
  const pdf = await openAsPdf(file);
  const tile = await pdf.embedPng(await stamp.arrayBuffer());
  for (const page of pdf.getPages()) {
    const { x, y, width, height } = page.getCropBox();
    const size = tile.scale(width / ACROSS / tile.width);
    for (let up = 0; up < height; up += size.height)
      for (let across = 0; across < ACROSS; across += 1)
        page.drawImage(tile, { x: x + across * size.width, y: y + up, ...size });
  }
  const stamped = await pdf.save();
  return new Blob([stamped as Uint8Array<ArrayBuffer>], { type: 'application/pdf' });
};
