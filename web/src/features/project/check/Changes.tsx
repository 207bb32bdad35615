import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import { materialPath, placeOf } from '@zhiping/shared/rules/project-form/places.ts';
import { type Section, sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Alert, Tag } from 'antd';
import { isAnswered } from './answered.ts';
import { useCheck } from './check-context.ts';
import { materialChanges } from './material-changes.ts';

const kinds = { added: '新增', removed: '删除', changed: '修改', replaced: '替换' };
const words = { return: '退回', supplement: '要求补正' };
const colors = { added: 'success', removed: 'error', changed: 'processing', replaced: 'processing' };

type Row = {
  path: string;
  /** The path of the material that this one replaced, which a reason may name. */
  was?: string;
  section: Section;
  label: string;
  kind: keyof typeof kinds;
  before: string;
  after: string;
};

const materialRows = ({ materials, lastReturn }: CheckedProject): Row[] =>
  materialChanges(materials, lastReturn?.materials ?? []).map(({ id, was, ...change }) => ({
    path: materialPath(id),
    ...(was === null ? {} : { was: materialPath(was) }),
    section: 'attachments',
    label: '材料',
    ...change,
  }));

type ReturnedProps = {
  project: CheckedProject;
  /** Paths changed since the return, known after the new submission; reasons without a change are marked. */
  changed?: readonly string[];
};

const Returned = ({ project, changed }: ReturnedProps) => {
  const { lastReturn } = project;
  if (!lastReturn) return null;
  const { kind, dueAt, at, by, reason, reasons } = lastReturn;
  return (
    <Alert
      type="info"
      title={`${at} 由${by}${words[kind]}：${reason}${dueAt ? `（${dueAt} 前补正）` : ''}`}
      description={
        reasons.length > 0 && (
          <ul className="check-reasons" aria-label={`${words[kind]}的内容`}>
            {reasons.map(({ path, message }) => {
              const place = placeOf(path, lastReturn);
              return (
                <li key={path}>
                  <strong>
                    {place ? [sections[place.section], place.words].filter(Boolean).join('：') : path}
                  </strong>
                  <span>{message}</span>
                  {changed &&
                    (isAnswered(path, changed) ? (
                      <Tag color="processing">有改动</Tag>
                    ) : (
                      <Tag color="warning">没有改动</Tag>
                    ))}
                </li>
              );
            })}
          </ul>
        )
      }
    />
  );
};

/** The last return with its reasons and, after the new submission, the changes of the applicant. */
export const Changes = () => {
  const { project, differences } = useCheck();
  const { lastReturn, snapshot } = project;
  if (!lastReturn) return null;
  if (lastReturn.round === snapshot.round)
    return (
      <section className="check-section" aria-label={words[lastReturn.kind]}>
        <h2>{words[lastReturn.kind]}</h2>
        <Returned project={project} />
      </section>
    );
  const rows: Row[] = [...differences, ...materialRows(project)];
  const changed = rows.flatMap(({ path, was }) => (was === undefined ? [path] : [path, was]));
  return (
    <section className="check-section" aria-label={`${words[lastReturn.kind]}后的修改`}>
      <h2>{words[lastReturn.kind]}后的修改</h2>
      <Returned project={project} changed={changed} />
      {rows.length === 0 ? (
        <p>与之前相比没有改动。</p>
      ) : (
        <ul className="check-changes">
          {rows.map(({ path, section, label, kind, before, after }) => (
            <li key={path}>
              <div>
                <Tag color={colors[kind]}>{kinds[kind]}</Tag>
                <span className="soft">{sections[section]}</span> <strong>{label}</strong>
              </div>
              {before && <del>{before}</del>}
              {after && <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
