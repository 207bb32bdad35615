const SIGNATURE_BYTES = 64;

/** A signature file holds the 64 bytes, or their base64. What is neither goes as it is: the server says what is wrong. */
export const readSignature = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.slice(0, 1000).arrayBuffer());
  if (bytes.length === SIGNATURE_BYTES) return btoa(String.fromCharCode(...bytes));
  return new TextDecoder().decode(bytes).trim();
};
