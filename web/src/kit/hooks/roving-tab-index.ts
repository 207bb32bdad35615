const ITEMS = 'a[href], button, input, .ant-table-column-has-sorters';

const isReachable = (item: HTMLElement) =>
  !item.closest('[aria-hidden="true"]') && !(item as HTMLButtonElement).disabled && item.checkVisibility();

/** Whether the field needs the key: its text or its open list can still use it. */
const isForField = ({ target, key }: KeyboardEvent) => {
  if (!(target instanceof HTMLInputElement) || target.type === 'checkbox') return false;
  if (target.getAttribute('aria-expanded') === 'true') return true;
  const { value, selectionStart, selectionEnd } = target;
  if (value === '') return false;
  const isAtEdge =
    selectionStart === selectionEnd && selectionStart === (key === 'ArrowLeft' ? 0 : value.length);
  return !key.startsWith('Arrow') || !isAtEdge;
};

/**
 * Makes all controls in a container one Tab stop: arrow keys, Home and End move within. Returns the cleanup function.
 */
export const rovingTabIndex = (container: HTMLElement | null) => {
  if (!container) return undefined;
  let current: HTMLElement | undefined;
  const items = () => [...container.querySelectorAll<HTMLElement>(ITEMS)].filter(isReachable);

  const update = () => {
    const all = items();
    if (!current || !all.includes(current)) [current] = all;
    for (const item of all) item.tabIndex = item === current ? 0 : -1;
  };
  const onFocus = ({ target }: FocusEvent) => {
    current = items().find((item) => item.contains(target as Node)) ?? current;
    update();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || next === undefined || isForField(event)) return;
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  };

  // Controls are added and removed later.
  const observer = new MutationObserver(update);
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  container.addEventListener('focusin', onFocus);
  container.addEventListener('keydown', onKeyDown);
  update();
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', onFocus);
    container.removeEventListener('keydown', onKeyDown);
  };
};
