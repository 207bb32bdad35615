import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { subjectApi, type EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

export type Moves = Readonly<Record<string, string>>;

/** Proposes subjects with the same name as successors, the most likely choice. */
const likelyMoves = ({ touched }: EditionReport): Moves =>
  Object.fromEntries(
    touched.flatMap(({ code, kind, suggestions: [first] }) =>
      kind === 'gone' && first?.certain ? [[code, first.code]] : [],
    ),
  );

/** A new edition of a catalogue: previewed first, with a choice of successors, then stored. */
export const useEdition = (catalog: string | undefined, onDone: () => void) => {
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<EditionReport>();
  const [moves, setMoves] = useState<Moves>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const send = async (sheet: File, basis?: string) => {
    setBusy(true);
    try {
      return await call(subjectApi.edition, {
        query: { catalog: catalog!, basis },
        body: { moves: basis ? JSON.stringify(moves) : '{}' },
        file: sheet,
        quiet: true,
      });
    } finally {
      setBusy(false);
    }
  };

  const show = async (sheet: File) => {
    setFile(sheet);
    setReport(undefined);
    try {
      const answer = await send(sheet);
      setReport(answer);
      setMoves(likelyMoves(answer));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '无法读取这个文件');
    }
  };

  const preview = (sheet: File) => {
    setProblem(undefined);
    return show(sheet);
  };

  const commit = async () => {
    if (!file || !report) return;
    setProblem(undefined);
    try {
      const { added, renamed, gone } = await send(file, report.basis);
      await refresh(subjectApi.list, subjectApi.usage, expertPoolApi.list, teacherApi.list);
      notify.success(`目录已更新：新增 ${added.length}，改名 ${renamed.length}，停用 ${gone.length}`);
      onDone();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '没有保存，请重试');
      if (error instanceof ApiError && error.code === 'subject.edition_stale') await show(file);
    }
  };

  const changes = report
    ? report.added.length + report.renamed.length + report.returned.length + report.gone.length
    : 0;
  return {
    preview,
    commit,
    report,
    fileName: file?.name,
    problem,
    isBusy,
    canCommit: changes > 0 && report?.errors.length === 0,
    moves,
    setMove: (code: string, to: string | undefined) =>
      setMoves(({ [code]: _before, ...others }) => (to ? { ...others, [code]: to } : others)),
    forget: () => {
      setReport(undefined);
      setProblem(undefined);
    },
  };
};
