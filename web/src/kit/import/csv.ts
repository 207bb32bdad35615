const quoted = (text: string) => {
  // A cell that a spreadsheet would run as a formula is made text.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Rows as a file that Excel opens, with the mark by which it knows the characters. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  new Blob([`\uFEFF${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}`], { type: 'text/csv' });
