import { expect, type Page } from '@playwright/test';

/** Short forms that Chinese offices write so, and data: names of accounts, roles and jobs, addresses, tokens of settings. */
const alsoChinese = /^(?:IP|ID|DOI|URL|HTTP|PDF|Excel|CPU|JVM|SQL|Cron|Ctrl ?\+? ?K|Esc|\S*[\d_./:@]\S*)$/;

/** Libraries bring English in attributes; own words are in buttons and headings. */
const NAMES = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder'];
const WORDS = 'button, h1, h2, h3, th, label, legend, [role="tab"], [role="menuitem"], [role="option"]';

/** Names and headings on the page, for eyes or screen readers, in which there is no Chinese. */
const foreignNames = (page: Page) =>
  page.evaluate(
    ([names, words]) => {
      const isForeign = (text: string) => /[A-Za-z]{2}/.test(text) && !/\p{Script=Han}/u.test(text);
      const isMet = (element: Element) =>
        element.closest('[aria-hidden="true"], [hidden]') === null && element.checkVisibility();
      const found = [...document.body.querySelectorAll('*')].filter(isMet).flatMap((element) => {
        const named = names.map((name) => [name, element.getAttribute(name) ?? ''] as const);
        const own = element.matches(words) ? (element as HTMLElement).innerText : '';
        return [...named, ['text', own] as const].map(([name, text]) => ({
          name,
          text: text.trim(),
          element,
        }));
      });
      return found
        .filter(({ text }) => isForeign(text))
        .map(({ name, text, element }) => ({
          text,
          at: `${name}: ${text} of ${(element.cloneNode() as Element).outerHTML.slice(0, 160)}`,
        }));
    },
    [NAMES, WORDS] as const,
  );

export const expectChineseNames = async (page: Page): Promise<void> => {
  const found = await foreignNames(page);
  expect.soft(found.filter(({ text }) => !alsoChinese.test(text)).map(({ at }) => at)).toEqual([]);
};
