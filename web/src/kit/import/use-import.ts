import { taskApi, type Task } from '@zhiping/shared/contracts/task.ts';
import type { ImportReport } from '@zhiping/shared/import-report.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { isOpen, useOwnTask } from '../../lib/tasks.ts';

export type Import = {
  noun: string;
  template: Endpoint;
  /** Whether the rows without errors may be imported alone. */
  allowsPartial?: boolean;
  /** With `dryRun` it only checks and reports. */
  api: Endpoint<z.ZodType, z.ZodType<{ dryRun?: boolean | undefined }>, z.ZodType, z.ZodType<ImportReport>>;
  /**
   * Imports of large sheets run as background tasks of the kinds `<name>.check` and `<name>.import`; `commit` starts
   * the second one for a checked sheet.
   */
  background: { name: string; commit: Endpoint };
  /** Options beside the sheet, and their fields; `query` is undefined until they are complete. */
  choice?: { query: object | undefined; fields: ReactNode };
  /** Lists to refetch after an import. */
  refreshes: readonly Endpoint[];
};

type Checked = { file: File; report: ImportReport };

const reportOf = (task: Task | null) => (task?.state === 'done' ? (task.result as ImportReport) : undefined);

/** The newer of the user's last check and last import. */
const newestTask = (one: Task | null | undefined, other: Task | null | undefined) =>
  (one?.id ?? 0) > (other?.id ?? 0) ? one : other;

/** State of an import: a small sheet that was checked directly, or a background task. */
export const useImport = ({
  noun,
  api,
  background,
  allowsPartial = false,
  refreshes,
  choice,
  onClose,
}: Import & { onClose: () => void }) => {
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Id of the last task that a newer sheet has replaced; tasks up to it are ignored. */
  const [seen, setSeen] = useState(0);

  const importKind = `${background.name}.import`;
  const newest = newestTask(useOwnTask(`${background.name}.check`), useOwnTask(importKind));
  const task = newest && newest.id > seen && !checked ? newest : null;
  const isStored = task?.kind === importKind && (reportOf(task)?.created ?? 0) > 0;
  const report = checked?.report ?? reportOf(task);
  const good = report ? report.total - report.failed : 0;
  const isWhole = report?.failed === 0;
  const canCommit = good > 0 && (isWhole || allowsPartial) && (checked !== undefined || !isStored);
  const partial = isWhole ? {} : { partial: true };

  useEffect(() => {
    if (isStored) void refresh(...refreshes);
    // oxlint-disable-next-line react/exhaustive-deps -- the lists of a page never change
  }, [isStored, task?.id]);

  const send = async (endpoint: Endpoint, input: object) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = (await call<Endpoint>(endpoint, { ...input, quiet: true } as object)) as ImportReport;
      if (answer.taskId === undefined) return answer;
      setChecked(undefined);
      await refresh(taskApi.latest);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '无法读取这个文件');
    } finally {
      setBusy(false);
    }
    return undefined;
  };

  const check = async (file: File | undefined) => {
    if (!file) return;
    setChecked(undefined);
    setSeen(newest?.id ?? 0);
    const answer = await send(api, { file, query: { ...choice?.query, dryRun: true } });
    if (answer) setChecked({ file, report: answer });
  };

  /** A sheet that was checked with other options is checked again. */
  const chosen = JSON.stringify(choice?.query);
  const checkedAs = useRef(chosen);
  useEffect(() => {
    const before = checkedAs.current;
    checkedAs.current = chosen;
    if (before === undefined || before === chosen) return;
    if (checked) void check(checked.file);
    else setSeen(newest?.id ?? 0);
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the options starts a check
  }, [chosen]);

  const commit = async () => {
    if (!checked)
      return void (await send(background.commit, { params: { taskId: task?.id }, query: partial }));
    const answer = await send(api, {
      file: checked.file,
      query: { ...choice?.query, dryRun: false, ...partial },
    });
    if (!answer) return;
    if (answer.created === 0) return setChecked({ ...checked, report: answer });
    await refresh(...refreshes);
    const left = answer.failed > 0 ? `，${answer.failed} 条有错误，没有导入` : '';
    notify.success(`已导入 ${answer.created} 个${noun}${left}`);
    onClose();
  };

  return {
    check,
    commit,
    problem,
    report,
    fileName: checked?.file.name,
    task,
    isStored,
    canCommit,
    good,
    isWhole,
    isBusy: isBusy || (task !== null && isOpen(task)),
  };
};
