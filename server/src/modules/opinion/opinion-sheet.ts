import { writeXlsx } from 'hucre/xlsx';
import type { z } from 'zod';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { formFor } from '@zhiping/shared/rules/opinion/form.ts';
import { assignmentMachine, isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import {
  choicesOf,
  opinionSheetRows,
  readIdentity,
  readOpinionSheet,
  type ReadRow,
  sheetHeaders,
} from '@zhiping/shared/rules/opinion/sheet.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { XLSX } from '../../platform/sheets/export-sheet.ts';
import { readSheets } from '../../platform/sheets/sheet-reader.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';
import { emptyOpinion, findDesk, scaleOf } from './desk.queries.ts';

type Desk = Awaited<ReturnType<typeof findDesk>>;

const NAME = '评审意见表';
/** A form has 25 parts at most; what is longer is another sheet. */
const MAX_ROWS = 200;

/** By its bag, and where names are open by its applicant too. */
const titleOf = async (db: Db, { bag_no, project_id }: Desk, isBlind: boolean) => {
  if (isBlind) return `袋号 ${bag_no}`;
  const { person } = (await findSnapshot(db, project_id)).content;
  return `袋号 ${bag_no}，${person.name}（${person.schoolName}）`;
};

/** An own assignment that is still written, with the form that holds for it. */
const findOpenDesk = async (db: Db, reader: Principal, id: number) => {
  const desk = await findDesk(db, reader, id);
  if (!isOpen(desk.state))
    throw badRequest('review.closed', notInState(assignmentMachine, desk.state, '填写意见'));
  const { content, version } = await findHolding(db, desk.cycle_id);
  const form = formFor(content.form, content.blind);
  return { desk, form, scale: scaleOf(content), ruleVersion: version, isBlind: content.blind };
};

const wrapped = { alignment: { wrapText: true, vertical: 'top' as const } };
/** Texts would else lose what looks like a number, a date or a formula. */
const typed = { ...wrapped, numFmt: '@' };

/** The review form of an assignment as a workbook, with what is written so far. Where names are hidden the bag names it. */
export const writeOpinionSheet = async (db: Db, reader: Principal, id: number): Promise<Bytes> => {
  const { desk, form, scale, ruleVersion, isBlind } = await findOpenDesk(db, reader, id);
  const rows = opinionSheetRows(form, scale, {
    title: await titleOf(db, desk, isBlind),
    identity: { assignmentId: id, ruleVersion, opinionVersion: desk.opinionVersion ?? 0 },
    opinion: desk.opinion ?? emptyOpinion,
  });
  const answer = `D${rows.length + 1}`;
  const bytes = await writeXlsx({
    sheets: [
      {
        name: NAME,
        columns: [
          { header: sheetHeaders.key, width: 30, hidden: true },
          { header: sheetHeaders.name, width: 24, style: wrapped },
          { header: sheetHeaders.help, width: 60, style: wrapped },
          { header: sheetHeaders.value, width: 80, style: typed },
        ],
        rows: [
          Object.values(sheetHeaders),
          ...rows.map(({ key, name, help, value }) => [
            key,
            name,
            help,
            value === null ? null : String(value),
          ]),
        ],
        freezePane: { rows: 1 },
        dataValidations: [
          {
            type: 'list',
            values: [...choicesOf(scale)],
            range: answer,
            allowBlank: true,
            showErrorMessage: true,
          },
        ],
      },
    ],
  });
  return { type: XLSX, bytes: bytes as Uint8Array, fileName: `${NAME}-${desk.bag_no}.xlsx` };
};

const readRows = async (bytes: Uint8Array, reader: Principal): Promise<ReadRow[]> => {
  const { rows } = await readSheets(bytes, {
    headers: Object.values(sheetHeaders),
    optional: [sheetHeaders.name, sheetHeaders.help],
    advice: `请使用下载的「${NAME}」，表头和隐藏的一列保持不变`,
    maxRows: MAX_ROWS,
    readerId: reader.userId,
  });
  return rows.map(({ row, values }) => ({
    row,
    key: values[sheetHeaders.key],
    value: values[sheetHeaders.value],
  }));
};

/** The opinion at the time of the export, to distinguish later changes on either side. */
const findBase = async (db: Db, id: number, version: number) => {
  if (version === 0) return emptyOpinion;
  const found = await db
    .selectFrom('review_revision')
    .select('opinion')
    .where('assignment_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return found?.opinion;
};

type Read = z.input<typeof reviewApi.readSheet.result>;

/**
 * Reads a sheet back and checks it. Saves nothing: the page puts the values into the draft as if typed, and a sheet
 * never submits.
 */
export const readOpinionSheetFile = async (
  db: Db,
  reader: Principal,
  { id, bytes }: { id: number; bytes: Uint8Array },
): Promise<Read> => {
  const { desk, form, scale, ruleVersion } = await findOpenDesk(db, reader, id);
  const rows = await readRows(bytes, reader);
  const identity = readIdentity(rows);
  if (!identity) throw badRequest('review.sheet', '这不是从本系统下载的评审意见表，或隐藏的标识列被改动');
  if (identity.assignmentId !== id)
    throw badRequest('review.sheet_other', `这张表不是 ${desk.bag_no} 的，请核对袋号`);
  if (identity.ruleVersion !== ruleVersion)
    throw badRequest('review.sheet_old', '评审表在下载之后有更新，请重新下载后填写');
  const base = await findBase(db, id, identity.opinionVersion);
  if (!base) throw badRequest('review.sheet', '这不是从本系统下载的评审意见表，或隐藏的标识列被改动');
  const { opinion, problems } = readOpinionSheet(form, scale, rows);
  return { base, opinion: problems.length > 0 ? null : opinion, problems };
};
