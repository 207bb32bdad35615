import { copiedText } from '@zhiping/shared/rules/text/copied-text.ts';
import { openPdf } from './load-pdf.ts';
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { pdfWords } from './pdf-words.ts';

/** Limit for the canvas of one page: sharp on every screen, and ten such pages fit into the memory of a tablet. */
const MAX_CANVAS_PIXELS = 12_000_000;

/**
 * Pages before and after the current one that stay drawn, for turning back and forth. The viewer alone would keep ten.
 */
const NEAR_PAGES = 3;

/** How often the searched pages are counted. */
const COUNT_MS = 200;

const FIT_WIDTH = 'page-width';

export type Found = {
  current: number;
  total: number;
  /** Some pages are still to be searched. */
  isSearching: boolean;
};

type Listeners = {
  page: (page: number) => void;
  ready: (pages: number) => void;
  scale: (percent: number) => void;
  found: (found: Found) => void;
  failed: (error: unknown) => void;
  search: () => void;
  /** The first page is drawn. */
  shown: () => void;
};

/** Page and zoom at which the reader stopped last time. */
type Start = { page: number; zoom: string | undefined };

export type Viewer = ReturnType<typeof createViewer>;

/**
 * Sets up the pdf.js viewer for one file. `container` must be positioned absolutely; only pages near the visible area
 * are drawn.
 */
export const createViewer = (container: HTMLDivElement, url: string, start: Start, listeners: Listeners) => {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    maxCanvasPixels: MAX_CANVAS_PIXELS,
    // The type demands private members that are never called.
    l10n: pdfWords as never,
  });
  linkService.setViewer(viewer);

  const drawn = new Set<number>();
  /** Many small pages are visible at once; destroying a visible one would redraw it again and again. */
  const isNearSight = (page: number) => {
    const { top, bottom, height } = container.getBoundingClientRect();
    const place = viewer.getPageView(page - 1)?.div.getBoundingClientRect();
    return place !== undefined && place.bottom > top - height && place.top < bottom + height;
  };
  const nameOf = (page: number) => `第 ${page} 页`;
  let isPlaced = false;
  /** Restores page and zoom. A hidden container has no width and cannot scroll, so this waits until it is visible. */
  const place = () => {
    isPlaced = true;
    viewer.currentScaleValue = start.zoom ?? FIT_WIDTH;
    viewer.currentPageNumber = Math.min(start.page, viewer.pagesCount);
  };
  const isHidden = () => container.offsetParent === null;
  eventBus.on('pagesinit', () => {
    if (!isHidden()) place();
    for (const page of container.querySelectorAll<HTMLElement>('.page'))
      page.setAttribute('aria-label', nameOf(Number(page.dataset['pageNumber'])));
    listeners.ready(viewer.pagesCount);
  });
  eventBus.on('pagerendered', () => listeners.shown(), { once: true });
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    // Frees the data from which the page was drawn.
    viewer.getPageView(pageNumber - 1)?.pdfPage?.cleanup();
    drawn.add(pageNumber);
    for (const far of drawn) {
      if (Math.abs(far - viewer.currentPageNumber) <= NEAR_PAGES || isNearSight(far)) continue;
      viewer.getPageView(far - 1)?.destroy();
      drawn.delete(far);
    }
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => listeners.page(pageNumber));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => listeners.scale(Math.round(scale * 100)));
  let counted = { current: 0, total: 0 };
  let counting: ReturnType<typeof setTimeout> | undefined;
  /** The viewer tells nothing of a page without hits, so the searched pages are counted until none is left. */
  const report = () => {
    clearTimeout(counting);
    const searched = Object.keys(findController.pageMatches ?? []).length;
    const isSearching = searched < viewer.pagesCount;
    listeners.found({ ...counted, isSearching });
    if (isSearching) counting = setTimeout(report, COUNT_MS);
  };
  const count = ({ matchesCount }: { matchesCount: typeof counted }) => {
    counted = matchesCount;
    report();
  };
  eventBus.on('updatefindmatchescount', count);
  eventBus.on('updatefindcontrolstate', count);

  // The browser's own search does not find text on pages that are not drawn.
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'f') return;
    event.preventDefault();
    listeners.search();
  };
  container.addEventListener('keydown', press);

  /** Before the viewer, which would copy radicals as they are. */
  const copy = (event: ClipboardEvent) => {
    const text = document.getSelection()?.toString();
    if (!text || !event.clipboardData) return;
    event.clipboardData.setData('text/plain', copiedText(text));
    event.preventDefault();
    event.stopPropagation();
  };
  container.addEventListener('copy', copy, { capture: true });

  const loading = openPdf(url);
  let isGone = false;
  loading.promise.then((document) => {
    if (isGone) return;
    viewer.setDocument(document);
    // Rejected where the viewer goes before a page waits for it.
    viewer.optionalContentConfigPromise.catch(() => {});
    linkService.setDocument(document);
  }, listeners.failed);

  // Pages with a zoom like `page-width` follow the size of the container.
  const resized = new ResizeObserver(() => {
    if (viewer.pagesCount === 0 || isHidden()) return;
    if (!isPlaced) place();
    if (Number.isNaN(Number(viewer.currentScaleValue)))
      viewer.currentScaleValue = viewer.currentScaleValue ?? FIT_WIDTH;
  });
  resized.observe(container);

  const find = (query: string, again: boolean, backwards: boolean) =>
    eventBus.dispatch('find', {
      source: container,
      type: again ? 'again' : '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: backwards,
      matchDiacritics: false,
    });

  return {
    goTo: (page: number) => {
      if (page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page;
    },
    turn: (by: 1 | -1) => void (by === 1 ? viewer.nextPage() : viewer.previousPage()),
    zoom: (steps: 1 | -1) => {
      viewer.updateScale({ steps });
      return viewer.currentScaleValue;
    },
    fit: () => {
      viewer.currentScaleValue = FIT_WIDTH;
      return FIT_WIDTH;
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
    },
    find,
    endFind: () => {
      clearTimeout(counting);
      eventBus.dispatch('findbarclose', { source: container });
    },
    destroy: () => {
      isGone = true;
      resized.disconnect();
      clearTimeout(counting);
      container.removeEventListener('keydown', press);
      container.removeEventListener('copy', copy, { capture: true });
      viewer.setDocument(null as never);
      linkService.setDocument(null);
      void loading.destroy();
    },
  };
};
