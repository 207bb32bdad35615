import type { PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';

const names: Readonly<Record<string, string>> = { prev: '上一页', next: '下一页' };

/** antd's buttons have only an icon; adds their names for screen readers. */
export const pageItem: PaginationProps['itemRender'] = (_page, type, element) =>
  names[type] && isValidElement<object>(element)
    ? cloneElement(element, { 'aria-label': names[type] } as object)
    : element;
