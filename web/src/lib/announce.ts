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

/** Announces a text to screen readers, through the only polite live region of the page. */
export const announce = (text: string) => {
  const target = liveRegion();
  clearTimeout(clearing);
  // Repeated text is read again only if the region was empty in between.
  target.textContent = '';
  requestAnimationFrame(() => {
    target.textContent = text;
  });
  // Otherwise screen readers that read to the end of the page would find old messages.
  clearing = setTimeout(() => {
    target.textContent = '';
  }, STALE_MS);
};
