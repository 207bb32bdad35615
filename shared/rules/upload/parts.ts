/** The longest part that the server takes at once. */
export const MAX_UPLOAD_PART = 4 * 1024 * 1024;

/** The longest file that comes in parts; the setting FILE_MAX_MB may allow less. */
export const MAX_UPLOAD_MB = 50;

/** Maximum size of an archive of materials for many projects. */
export const MAX_UPLOAD_ARCHIVE_MB = 2048;

/** Files that one person may have begun and not yet put into a form. */
export const MAX_UPLOADS = 10;

/** How a hash is written. */
export const SHA256 = /^[0-9a-f]{64}$/;
