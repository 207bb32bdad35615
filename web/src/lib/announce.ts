let region: HTMLElement | undefined;

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
  // The same text twice is silent unless the region was empty in between.
  target.textContent = '';
  requestAnimationFrame(() => {
    target.textContent = text;
  });
};
