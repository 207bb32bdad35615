/** Copies to the clipboard; returns whether that worked. Pages without TLS have only the old way. */
export const copyText = async (text: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // Deprecated, but the only way without TLS.
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
};
