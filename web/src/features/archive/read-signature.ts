const SIGNATURE_BYTES = 64;

/**
 * Reads a signature file: 64 raw bytes, or their base64. Anything else is sent unchanged, and the server reports the
 * error.
 */
export const readSignature = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.slice(0, 1000).arrayBuffer());
  if (bytes.length === SIGNATURE_BYTES) return btoa(String.fromCharCode(...bytes));
  return new TextDecoder().decode(bytes).trim();
};
