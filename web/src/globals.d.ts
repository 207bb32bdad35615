/** Identifies the build that this page was served with. */
declare const __BUILD__: string;
