/** Identifies the build that this page was served with. */
declare const __BUILD__: string;

/** Folder of what pdf.js fetches at run time, below the base of the app. */
declare const __PDFJS__: string;
