import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';

/** How rows are made and changed: what `EditDrawer` needs to know of a resource. */
export type Editor<T, Values extends object = object> = {
  api: { create: Endpoint; update: Endpoint };
  /** Without `create` nothing can be added where the page stands now. */
  allow: { create?: Permission | undefined; update: Permission };
  /** What the form begins with, for a new row and for one that exists. */
  valuesOf: (row: T | undefined) => Values;
  /** `row` is the one that is changed. */
  fields: (row: T | undefined) => ReactNode;
  /** Other endpoints whose answers a save changes. */
  refreshes?: readonly Endpoint[];
  /** Why this row cannot be changed. */
  reason?: (row: T) => string | undefined;
};

type Body<E extends Endpoint> = Extract<z.output<E['body']>, object>;

/** An editor whose values are held to what the endpoint takes. */
export const editorOf = <T, C extends Endpoint>(
  editor: Omit<Editor<T, Partial<Body<C>>>, 'api'> & { api: { create: C; update: Endpoint } },
): Editor<T> => editor;
