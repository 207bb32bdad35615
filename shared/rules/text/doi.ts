/** How a DOI is pasted: as an address, with its name before it, in full-width letters. */
const BEFORE_DOI = /^(?:https?:\/\/)?(?:(?:www\.|dx\.)?doi\.org\/|doi\s*[:：.]?\s*(?=10\.))+/i;

/** Longer than any DOI; bringing a long text into one form takes long. */
const MAX_DOI = 400;

/** A pasted DOI from its 10. on; another text stays as it is. */
export const tidyDoi = (typed: string): string => {
  const trimmed = typed.trim();
  if (trimmed.length > MAX_DOI) return trimmed;
  const plain = trimmed.normalize('NFKC').replace(BEFORE_DOI, '').trim();
  // Browsers copy addresses with the slash of the DOI encoded.
  const decoded = plain.replace(/^(10\.[\d.]+)%2F/i, '$1/');
  return isDoi(decoded) ? decoded : trimmed;
};

/** Whether this is a DOI, ISO 26324: a prefix that begins with 10. and a suffix. */
export const isDoi = (value: string): boolean => /^10\.\d{4,9}(?:\.\d+)*\/\S+$/.test(value);
