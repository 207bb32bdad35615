const STALE_MS = 3000;

let region: HTMLElement | undefined;
let clearing: ReturnType<typeof setTimeout> | undefined;

const liveRegion = () => {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
};

/** Tell screen readers, through the one polite live region of the page. */
export const announce = (text: string) => {
  const target = liveRegion();
  clearTimeout(clearing);
  // The same text twice is silent unless the region was empty in between.
  target.textContent = '';
  requestAnimationFrame(() => {
    target.textContent = text;
  });
  // Whoever reads on to the end of the page should not meet old news there.
  clearing = setTimeout(() => {
    target.textContent = '';
  }, STALE_MS);
};
