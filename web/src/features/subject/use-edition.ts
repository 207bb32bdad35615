import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { subjectApi, type EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
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

  const send = (sheet: File, basis?: string) =>
    call(subjectApi.edition, {
      query: { catalog: catalog!, basis },
      body: { moves: basis ? JSON.stringify(moves) : '{}' },
      file: sheet,
      quiet: true,
    });

  const show = async (sheet: File) => {
    setFile(sheet);
    setReport(undefined);
    const answer = await send(sheet);
    setReport(answer);
    setMoves(likelyMoves(answer));
  };

  const commit = useAction(async () => {
    if (!file || !report) return;
    try {
      const { added, renamed, gone } = await send(file, report.basis);
      await refresh(subjectApi.list, subjectApi.usage, expertPoolApi.list, teacherApi.list);
      notify.success(`目录已更新：新增 ${added.length}，改名 ${renamed.length}，停用 ${gone.length}`);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'subject.edition_stale') await show(file);
      throw error;
    }
  }, '没有保存，请重试');

  const preview = useAction((sheet: File) => {
    commit.clearProblem();
    return show(sheet);
  }, '无法读取这个文件');

  const changes = report
    ? report.added.length + report.renamed.length + report.returned.length + report.gone.length
    : 0;
  return {
    preview: preview.run,
    commit: commit.run,
    report,
    fileName: file?.name,
    problem: preview.problem ?? commit.problem,
    isBusy: preview.isPending || commit.isPending,
    canCommit: changes > 0 && report?.errors.length === 0,
    moves,
    setMove: (code: string, to: string | undefined) =>
      setMoves(({ [code]: _before, ...others }) => (to ? { ...others, [code]: to } : others)),
    forget: () => {
      setReport(undefined);
      preview.clearProblem();
      commit.clearProblem();
    },
  };
};
