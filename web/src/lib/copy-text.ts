/** Into the clipboard; answers whether it worked. Pages that do not come over TLS only have the old way. */
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
  // Deprecated, but without TLS there is nothing else.
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
};
