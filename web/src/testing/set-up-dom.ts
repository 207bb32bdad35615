import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** jsdom has no layout, so sizes never change. */
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal('ResizeObserver', NoResize);
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: media.includes('reduced-motion'),
  addEventListener: () => {},
  removeEventListener: () => {},
}));
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.checkVisibility = () => true;
// jsdom has no styles of pseudo elements, which antd reads when it measures scroll bars.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
