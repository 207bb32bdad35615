/** Saves a file that was made in the page, as a download. */
export const saveFile = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
