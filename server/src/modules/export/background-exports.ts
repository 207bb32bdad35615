import { rm } from 'node:fs/promises';
import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type exportApi, exportKind, exportLink } from '@zhiping/shared/contracts/export.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { Bytes, type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { AppError, conflict, forbidden, notFound } from '../../platform/errors.ts';
import { XLSX } from '../../platform/sheets/export-sheet.ts';
import { type Context, mayCall, type Route } from '../../platform/http/http.ts';
import { parseInput, rejectUnstorable, withoutEmptyValues } from '../../platform/http/input.ts';
import { lockBlob } from '../../platform/files/keep-blob.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { loadPrincipal, type Principal } from '../../platform/auth/principal.ts';
import { receiveFile } from '../../platform/files/receive-file.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { GiveUp, type TaskKind, type TaskRow } from '../../platform/tasks/task-kind.ts';
import { incomingDirectory } from '../../platform/files/upload.ts';
import { followQuery } from '../succession/follow-query.ts';
import { findSuccession, lastEdition } from '../succession/succession.ts';
import { announceFile, findFile, finishFile } from './export-file.queries.ts';
import { coversRights, rightsOf } from './export-rights.ts';

const MAX_BYTES = 1024 ** 3;
/** Lists in which `pid` is a unit. */
const UNIT_TREES = new Set([schoolApi.download.path, deptApi.download.path]);

type Wanted = z.output<typeof exportApi.create.body>;
/** Stored parts of an order. */
type Order = Pick<Wanted, 'query' | 'total'> & { edition: number };
type Parts = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>;
export type BackgroundExports = ReturnType<typeof backgroundExports>;

/** Downloads of lists: they need nothing but their query. */
const isExport = ({ endpoint }: Route) =>
  endpoint.method === 'GET' &&
  endpoint.path.endsWith('/download') &&
  endpoint.result === Bytes &&
  isNothing(endpoint.params);

const readQuery = (endpoint: Endpoint, search: string) => {
  const query = withoutEmptyValues({ ...parse(search) });
  rejectUnstorable([query]);
  return parseInput(endpoint, { params: undefined, query, body: undefined }).query;
};

/** The answer of the download itself for this user. */
const openSheet = async ({ endpoint, handle }: Route, user: Principal, search: string) => {
  const context = { query: readQuery(endpoint, search), user } as Context<Endpoint>;
  return (await (handle as (context: Context<Endpoint>) => unknown)(context)) as Bytes;
};

/** The bytes as they are made; each chunk reports its number of rows. */
async function* watched({ bytes, rows }: Bytes, tell: (rows: number) => void) {
  // A sheet is always a stream.
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    tell(rows?.() ?? 0);
    yield chunk;
  }
}

/**
 * Every download of a list as background work: the route that streams it to a browser writes it into a file here, with the
 * rights and the data scope that the person has when it runs.
 */
export const backgroundExports = ({ db, files, config, clock }: Parts, routes: readonly Route[]) => {
  const exportable = new Map(routes.filter(isExport).map((route) => [route.endpoint.path, route]));

  /** The present permissions, not those at the time of the order. */
  const readActor = async (task: TaskRow, { endpoint }: Route): Promise<Principal> => {
    const actor = task.owner_id === null ? null : await loadPrincipal(db, task.owner_id, clock.now());
    if (!actor || !mayCall(endpoint, actor)) throw new GiveUp('您已没有导出这个列表的权限');
    return actor;
  };

  const kindOf = (route: Route): TaskKind => ({
    kind: exportKind(route.endpoint.path),
    attempts: 2,
    concurrency: 1,
    run: async ({ task, progress }) => {
      const { query, total, edition } = task.payload as Order;
      const actor = await readActor(task, route);
      const succession = await findSuccession(db, [edition]);
      const isUnitTree = UNIT_TREES.has(route.endpoint.path);
      const sheet = await openSheet(route, actor, followQuery(succession, { query, edition, isUnitTree }));
      const tell = (rows: number) => progress(rows, Math.max(rows, total));
      const source = Readable.from(watched(sheet, tell));
      const made = await receiveFile(incomingDirectory(config), source, MAX_BYTES);
      const name = sheet.fileName ?? '导出.xlsx';
      const content = `${made.sha256}.xlsx`;
      try {
        await inTransaction(db, async (tx) => {
          await lockBlob(tx, content);
          await announceFile(tx, task.id, { name, ...made, rights: rightsOf(actor), at: actor.at });
        });
        await files.keep(made, content);
      } finally {
        await rm(made.path, { force: true });
      }
      const rows = sheet.rows?.() ?? 0;
      progress(rows, rows);
      return async (tx) => {
        await finishFile(tx, task.id);
        const detail = { path: route.endpoint.path, rows };
        await audit(tx, {
          actorId: actor.userId,
          action: 'export.finished',
          entity: 'task',
          entityId: task.id,
          detail,
        });
        return { rows, bytes: made.bytes };
      };
    },
    ended: async (tx, { id, owner_id: owner }, outcome) => {
      if (owner === null) return;
      const { summary } = route.endpoint;
      await notifyUser(
        tx,
        owner,
        outcome.ok
          ? {
              kind: 'success',
              text: `${summary}完成，共 ${String(outcome.result['rows'])} 条，一天内可以下载`,
              link: exportLink(id),
            }
          : { kind: 'error', text: `${summary}失败：${outcome.error}` },
      );
    },
  });

  return {
    kinds: [...exportable.values()].map(kindOf),

    /** Have a list exported. One export of a list at a time for a person. */
    request: (actor: Principal, { path, query, total }: Wanted) => {
      const route = exportable.get(path);
      if (!route) throw notFound('要导出的列表');
      if (!mayCall(route.endpoint, actor)) throw forbidden();
      readQuery(route.endpoint, query);
      return inTransaction(db, async (tx) => {
        const { edition } = await tx.selectNoFrom(lastEdition.as('edition')).executeTakeFirstOrThrow();
        const taskId = await enqueue(tx, {
          kind: exportKind(path),
          ownerId: actor.userId,
          key: `export:${actor.userId}:${path}`,
          payload: { query, total, edition } satisfies Order,
        });
        if (taskId === null) throw conflict('export.running', '这个列表正在导出，请等它完成');
        await audit(tx, {
          actorId: actor.userId,
          action: 'export.requested',
          entity: 'task',
          entityId: taskId,
          detail: { path },
        });
        return { taskId };
      });
    },

    /** The finished file: for the user who ordered it, for a day, and as long as they may see all of its content. */
    read: async (actor: Principal, taskId: number): Promise<Bytes> => {
      const file = await findFile(db, actor, taskId);
      const route = routes.find(({ endpoint }) => exportKind(endpoint.path) === file?.kind);
      if (file && (!route || !mayCall(route.endpoint, actor))) throw forbidden();
      if (file && !coversRights(actor, file))
        throw new AppError(403, 'export.rights_shrunk', '导出之后您的权限或数据范围已变小，请重新导出');
      const content = file && (await files.read(`${file.sha256}.xlsx`));
      if (!content) throw new AppError(404, 'export.gone', '导出的文件不存在或已过期，请重新导出');
      return { type: XLSX, bytes: content, length: file.bytes, fileName: file.name };
    },
  };
};
