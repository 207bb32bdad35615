import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';

/** How rows of a resource are created and changed, for `EditDrawer`. */
export type Editor<T, Values extends object = object> = {
  api: { create: Endpoint; update: Endpoint };
  /** Without `create` no row can be added on this page. */
  allow: { create?: Permission | undefined; update: Permission };
  /** Initial values of the form; `row` is undefined for a new row. */
  valuesOf: (row: T | undefined) => Values;
  /** `row` is the edited row, undefined for a new one. */
  fields: (row: T | undefined) => ReactNode;
  /** Other endpoints to refetch after a save. */
  refreshes?: readonly Endpoint[];
  /** Why this row cannot be changed; undefined if it can. */
  reason?: (row: T) => string | undefined;
};

type Body<E extends Endpoint> = Extract<z.output<E['body']>, object>;

/** Checks at compile time that the values match the body of the `create` endpoint. */
export const editorOf = <T, C extends Endpoint>(
  editor: Omit<Editor<T, Partial<Body<C>>>, 'api'> & { api: { create: C; update: Endpoint } },
): Editor<T> => editor;
