const quoted = (text: string) => {
  // A leading apostrophe keeps spreadsheets from running the cell as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Rows as a CSV file for Excel, with the byte order mark that makes Excel read it as UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  new Blob([`\uFEFF${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}`], { type: 'text/csv' });
