import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag } from '../schemas.ts';

export type BuiltMenu = {
  name: string | null;
  path: string;
  hidden: boolean;
  redirect?: string;
  component?: string;
  alwaysShow?: boolean;
  meta: {
    title: string;
    icon: string | null;
    noCache: boolean;
    affix?: boolean;
    breadcrumb?: boolean;
    activeMenu?: string;
  } | null;
  children?: BuiltMenu[];
};

const BuiltMenu: z.ZodType<BuiltMenu> = z.lazy(() =>
  z.object({
    name: z.string().nullable(),
    path: z.string(),
    hidden: z.boolean(),
    redirect: z.string().optional(),
    component: z.string().optional(),
    alwaysShow: z.boolean().optional(),
    meta: z
      .object({
        title: z.string(),
        icon: z.string().nullable(),
        noCache: z.boolean(),
        affix: z.boolean().optional(),
        breadcrumb: z.boolean().optional(),
        activeMenu: z.string().optional(),
      })
      .nullable(),
    children: z.array(BuiltMenu).optional(),
  }),
);

/** Apart from `menuApi`: the start of the web app needs no list of permissions. */
export const builtMenuApi = {
  build: endpoint('GET', '/api/menus/build', {
    summary: '当前用户的菜单',
    access: 'signedIn',
    atConfirmationGate: true,
    /** Our own web app has every page; of others it is a setting whether they get what stock clients have no page for. */
    query: z.object({ all: flag.optional() }),
    result: z.array(BuiltMenu),
  }),
};
