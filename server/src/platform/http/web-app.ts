import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { notFound } from '../errors.ts';

type Site = {
  footerTxt: string;
  caseNumber: string;
  helpPhone: string;
  version: string;
  /** Accounts that the sign-in page offers, with their published password; only of a demo. */
  demo?: { password: string; accounts: { username: string; note: string }[] } | undefined;
};

/** JSON inside a script element must not be able to close it. */
const siteScript = (site: Site) =>
  `<script id="site" type="application/json">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`;

type WebApp = {
  /** The build; without one all of it is 404. */
  directory: string;
  /** Assets of the releases before and after this one, which may appear while the server runs. */
  sharedAssets?: string | undefined;
  site: Site;
};

/**
 * Serve the built web app below /title/web: hashed assets for ever, every other path as index.html, since the app routes
 * in the browser. During an upgrade nodes of two releases answer the same page, so each has the assets of both.
 */
export const registerWebApp = async (app: FastifyInstance, { directory, sharedAssets, site }: WebApp) => {
  const page = await readFile(join(directory, 'index.html'), 'utf8').then(
    (html) => html.replace('<!--site-->', siteScript(site)),
    () => null,
  );
  if (page === null) return;
  const assetFolders = [join(directory, 'assets'), ...(sharedAssets ? [sharedAssets] : [])];
  await app.register(fastifyStatic, {
    root: directory,
    prefix: `${WEB_BASE}/`,
    index: false,
    wildcard: false,
    preCompressed: true,
    serveDotFiles: false,
    setHeaders: (reply, path) => {
      const hashed = assetFolders.some((folder) => path.startsWith(`${folder}/`));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  app.get(WEB_BASE, (_request, reply) => sendPage(reply));
  app.get(`${WEB_BASE}/*`, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (sharedAssets && path.startsWith('assets/'))
      return reply.sendFile(path.slice('assets/'.length), sharedAssets, { dotfiles: 'ignore' });
    // A missing file must not look like a page: the browser would run HTML as a script.
    if (path.startsWith('assets/') || /\.[a-z0-9]{2,5}$/i.test(path)) throw notFound('请求的文件');
    return sendPage(reply);
  });
  app.get('/', (_request, reply) => reply.redirect(`${WEB_BASE}/`));
  app.get('/title', (_request, reply) => reply.redirect(`${WEB_BASE}/`));
};
