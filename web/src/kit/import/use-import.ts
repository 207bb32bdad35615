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
  /** Whether the rows without a mistake may be taken alone. */
  allowsPartial?: boolean;
  /** With `dryRun` it only tells what would happen. */
  api: Endpoint<z.ZodType, z.ZodType<{ dryRun?: boolean | undefined }>, z.ZodType, z.ZodType<ImportReport>>;
  /** Stores a large sheet that was checked as background work, which is called `<name>.check` and `<name>.import`. */
  background: { name: string; commit: Endpoint };
  /** What is chosen beside the sheet, and the fields for it; undefined while it cannot be told yet. */
  choice?: { query: object | undefined; fields: ReactNode };
  /** Lists whose rows an import adds to. */
  refreshes: readonly Endpoint[];
};

type Checked = { file: File; report: ImportReport };

const reportOf = (task: Task | null) => (task?.state === 'done' ? (task.result as ImportReport) : undefined);

/** The newer of what the person had checked and what he had stored. */
const newer = (one: Task | null | undefined, other: Task | null | undefined) =>
  (one?.id ?? 0) > (other?.id ?? 0) ? one : other;

/** What an import is at: a small sheet that is checked here, or background work. */
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
  /** Work up to this one gave way to another sheet. */
  const [seen, setSeen] = useState(0);

  const importKind = `${background.name}.import`;
  const newest = newer(useOwnTask(`${background.name}.check`), useOwnTask(importKind));
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

  /** What was checked otherwise than it is chosen now is checked again. */
  const chosen = JSON.stringify(choice?.query);
  const checkedAs = useRef(chosen);
  useEffect(() => {
    const before = checkedAs.current;
    checkedAs.current = chosen;
    if (before === undefined || before === chosen) return;
    if (checked) void check(checked.file);
    else setSeen(newest?.id ?? 0);
    // oxlint-disable-next-line react/exhaustive-deps -- only what is chosen begins a check
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
