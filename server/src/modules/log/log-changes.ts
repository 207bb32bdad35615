import { sql } from 'kysely';
import { maskIdCardsIn } from '@zhiping/shared/rules/person/mask.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { entityName, hidesNumber, linkTo, maySeeAll } from './log-entities.ts';
import { fieldNames } from './log-fields.ts';
import { findLabels, type LabelOf } from './log-labels.ts';
import { isOfRecord, recordName } from './log-objects.ts';
import { assignmentStates } from '@zhiping/shared/rules/assignment/states.ts';
import { cycleStates } from '@zhiping/shared/rules/cycle/states.ts';
import { drawStates } from '@zhiping/shared/rules/draw/states.ts';
import { expertChangeMachine } from '@zhiping/shared/rules/expert/change-states.ts';
import { projectStates } from '@zhiping/shared/rules/project/states.ts';

type Detail = Record<string, unknown>;
type Past = { action: string; detail: Detail };
type Event = Past & { entity: string; entityId: string | null; name: string | null; earlier: Past[] | null };
type Change = { field: string; before: string | null; after: string | null };
type Names = {
  roles: Map<number, string>;
  depts: Map<number, string>;
  menus: Map<number, string>;
  labelOf: LabelOf;
};
/** How values are said of one kind of record. */
type Words = (field: string, value: unknown) => string | null;

const MAX_EVENTS = 20;
/** Events before, of the same record, in which the last value of a field is looked for. */
const MAX_EARLIER = 50;
const HIDDEN = '已修改，内容不显示';
/** For edits from before events kept the former values, without an earlier event. */
const UNKNOWN = '未记录';
/** Fields about the change, not about the record. */
const OF_CHANGE = ['reason', 'summary', 'into', 'job', 'format', 'bytes', 'rows', 'sheet', 'isNamed'];

const findEvents = async (db: Db, requestId: string): Promise<Event[]> => {
  const { rows } = await sql<Event>`
    select e.action, e.entity, e.entity_id as "entityId", e.detail, ${recordName} as name, past.earlier
    from audit_event e
    left join lateral (
      select jsonb_agg(jsonb_build_object('action', p.action, 'detail', p.detail) order by p.seq desc) as earlier
      from (select seq, action, detail from audit_event
        where entity = e.entity and entity_id = e.entity_id and seq < e.seq
        order by seq desc limit ${MAX_EARLIER}) p) past on true
    where e.request_id = ${requestId} and ${isOfRecord} order by e.seq limit ${MAX_EVENTS}`.execute(db);
  return rows;
};

/** Switching on and off is said by the action alone. */
const stateOf = ({ action, detail }: Past): Detail => {
  if (action.endsWith('.enabled')) return { ...detail, enabled: true };
  return action.endsWith('.disabled') ? { ...detail, enabled: false } : detail;
};

/** Former values of an edit, if its event kept them. */
const oldOf = (detail: Detail): Detail => (detail['old'] ?? {}) as Detail;

const namesBy = async (db: Db, table: 'role' | 'dept' | 'menu', ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(table === 'menu' ? 'title' : 'name')} as name from ${sql.table(table)}
    where id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
};

const DEPT_FIELDS = ['dept', 'depts', 'schoolId', 'pid'];
const MENU_FIELDS = ['added', 'removed'];
/** A menu lies under a menu, everything else under a department. */
const isMenuField = (entity: string, field: string) =>
  MENU_FIELDS.includes(field) || (entity === 'menu' && field === 'pid');

const idsIn = (value: unknown): number[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'object' && value !== null && 'id' in value) return idsIn(value.id);
  return typeof value === 'number' ? [value] : [];
};

const findNames = async (db: Db, events: readonly Event[]): Promise<Names> => {
  const fields = events.flatMap(({ entity, detail, earlier }) =>
    [detail, oldOf(detail), ...(earlier ?? []).map((one) => one.detail)].flatMap((one) =>
      Object.entries(one).map(([field, value]) => ({ entity, field, ids: idsIn(value) })),
    ),
  );
  const idsOf = (isMeant: (entity: string, field: string) => boolean) =>
    fields.flatMap(({ entity, field, ids }) => (isMeant(entity, field) ? ids : []));
  const [roles, depts, menus, labelOf] = await Promise.all([
    namesBy(
      db,
      'role',
      idsOf((_, field) => field === 'roles'),
    ),
    namesBy(
      db,
      'dept',
      idsOf((entity, field) => DEPT_FIELDS.includes(field) && !isMenuField(entity, field)),
    ),
    namesBy(db, 'menu', idsOf(isMenuField)),
    findLabels(db),
  ]);
  return { roles, depts, menus, labelOf };
};

const namesFor = (entity: string, field: string, { roles, depts, menus }: Names) => {
  if (field === 'roles') return roles;
  return isMenuField(entity, field) ? menus : depts;
};

const hasNames = (field: string) => [...DEPT_FIELDS, ...MENU_FIELDS, 'roles'].includes(field);

const wordsFor = (entity: string, names: Names): Words => {
  const words: Words = (field, value) => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'boolean') return value ? '是' : '否';
    if (Array.isArray(value)) {
      const said = value.map((one) => words(field, one) ?? '');
      // Roles and the like are sets; lists have an order of their own.
      return (hasNames(field) ? said.toSorted() : said).join('、') || null;
    }
    if (typeof value === 'object') {
      const { id, name, label } = value as { id?: number; name?: string; label?: string };
      return name ?? label ?? words(field, id);
    }
    const known = hasNames(field) ? namesFor(entity, field, names).get(Number(value)) : undefined;
    const text = String(value as string | number);
    return known ?? names.labelOf(entity, field, text) ?? maskIdCardsIn(text);
  };
  return words;
};

const isNew = ({ action }: Past) => action.endsWith('.created') || action.endsWith('.uploaded');

/** The former value of a field: by its own event, otherwise by the last one that names it. */
const beforeOf = (event: Event, field: string, last: Detail | undefined, words: Words): string | null => {
  if (last) return words(field, last[field]);
  if (field === 'enabled' && event.action.endsWith('abled'))
    return words(field, event.action.endsWith('.disabled'));
  return isNew(event) || OF_CHANGE.includes(field) ? null : UNKNOWN;
};

/** Names are shown by the record itself, unless they changed. */
const NAMES = ['name', 'username', 'title', 'label'];

/** A rating, the name of a file, or a step of a change request. */
const labelOfStep = (action: string) => {
  if (action.endsWith('rated')) return '评级';
  return action.startsWith('file.') ? '名称' : '状态';
};

const pairs: [before: string, after: string, label: (action: string) => string][] = [
  ['from', 'to', labelOfStep],
  ['before', 'after', () => '内容'],
];

/** States as their machine calls them; those of change requests are events of experts. */
const statesOf: Record<string, Record<string, string>> = {
  assignment: assignmentStates,
  cycle: cycleStates,
  draw: drawStates,
  project: projectStates,
  expert: expertChangeMachine.states,
};
const stateWords =
  (entity: string): Words =>
  (_field, state) =>
    statesOf[entity]?.[String(state)] ?? String(state);

const hiddenChanges = (detail: Detail): Change[] => {
  const listed = ['changed', 'fields'].flatMap((key) => (Array.isArray(detail[key]) ? detail[key] : []));
  const fields = [...listed, ...(detail['identityChanged'] === true ? ['identityChanged'] : [])];
  return fields.map((field) => ({
    field: fieldNames[String(field)] ?? '其他内容',
    before: null,
    after: HIDDEN,
  }));
};

const changesOf = (event: Event, words: Words): Change[] => {
  const detail = stateOf(event);
  const earlier = (event.earlier ?? []).map(stateOf);
  const changes: Change[] = [];
  for (const [before, after, label] of pairs)
    if (before in detail && after in detail) {
      const field = label(event.action);
      // A step may leave the state as it is.
      if (detail[before] === detail[after]) continue;
      const shown = field === '状态' ? stateWords(event.entity) : words;
      changes.push({ field, before: shown(before, detail[before]), after: shown(after, detail[after]) });
    }
  for (const [field, label] of [
    ['added', '新增菜单'],
    ['removed', '移除菜单'],
  ] as const)
    if (Array.isArray(detail[field]) && detail[field].length > 0)
      changes.push({ field: label, before: null, after: words(field, detail[field]) });
  for (const [field, value] of Object.entries(detail)) {
    const label = fieldNames[field];
    if (label === undefined || field === 'identityChanged') continue;
    // It may name an expert of a project.
    if (field === 'reason' && event.action === 'draw.adjusted') continue;
    const last = OF_CHANGE.includes(field)
      ? undefined
      : [oldOf(detail), ...earlier].find((past) => field in past);
    if (!last && !isNew(event) && NAMES.includes(field)) continue;
    const [before, after] = [beforeOf(event, field, last, words), words(field, value)];
    const isKnown = before !== UNKNOWN || after !== null;
    if (isKnown && before !== after) changes.push({ field: label, before, after });
  }
  return [...changes, ...hiddenChanges(detail)];
};

/** Changes of one logged call, record by record, as far as the reader may see them. */
export const findChanges = async (db: Db, reader: Principal, logId: number) => {
  const call = await db
    .selectFrom('operation_log')
    .select(['request_id', 'user_id'])
    .where('id', '=', logId)
    .executeTakeFirst();
  if (!call) throw notFound('操作日志');
  const events = await findEvents(db, call.request_id);
  const names = await findNames(db, events);
  return events.map((event) => {
    const { entity, entityId: id } = event;
    const maySee = maySeeAll(reader, entity);
    const isKnown = maySee || call.user_id === reader.userId;
    return {
      typeName: entityName(entity),
      id: isKnown || !hidesNumber(entity) ? id : null,
      name: isKnown ? event.name : null,
      link: maySee ? linkTo(entity, id) : null,
      changes: isKnown ? changesOf(event, wordsFor(entity, names)) : null,
    };
  });
};
