/** Identifies the build of this page. */
declare const __BUILD__: string;

/** Folder of the files that pdf.js fetches at run time, below the base of the app. */
declare const __PDFJS__: string;
