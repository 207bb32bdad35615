import { conflictApi as api, type DeclaredRelation } from '@zhiping/shared/contracts/conflict.ts';
import { relationKinds } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Can } from '../../kit/display/Can.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import type { Answer } from '../../lib/api.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshConflicts } from './refresh-conflicts.ts';
import { RelationDialog } from './RelationDialog.tsx';

const wordsOf = ({ name, unit }: DeclaredRelation) => [name, unit].filter(Boolean).join('，');

/** The relations of an expert, as declared by the expert or the office. */
export const Relations = ({ expert: { id, name, relations } }: { expert: Answer<typeof api.expert> }) => {
  const [isOpen, setOpen] = useState(false);
  const part = useRef<HTMLElement>(null);
  const confirm = useConfirm();
  const remove = (relation: DeclaredRelation) =>
    confirm({
      title: `删除${relationKinds[relation.kind]}「${wordsOf(relation)}」`,
      consequence: '由此产生的回避随之取消，人工判定的保留。',
      verb: '删除',
      act: async () => {
        await call(api.removeRelation, { body: [relation.id] });
        notify.success('利害关系已删除');
        await refreshConflicts();
      },
      next: () => part.current?.querySelector('button') ?? null,
    });
  return (
    <section className="conflict-part" ref={part}>
      <h2>
        利害关系
        <Can roles={['conflict:pin']}>
          <Button onClick={() => setOpen(true)}>登记</Button>
        </Can>
      </h2>
      {relations.length === 0 && <p className="soft">没有登记师生、亲属等利害关系</p>}
      <ul className="conflict-items">
        {relations.map((relation) => (
          <li key={relation.id}>
            <div className="conflict-line">
              <strong>{wordsOf(relation)}</strong>
              <span>{relationKinds[relation.kind]}</span>
              {relation.declaredBy === 'office' && (
                <Can roles={['conflict:pin']}>
                  <span className="conflict-acts">
                    <Button
                      type="text"
                      danger
                      aria-label={`删除利害关系：${wordsOf(relation)}`}
                      onClick={() => remove(relation)}
                    >
                      删除
                    </Button>
                  </span>
                </Can>
              )}
            </div>
            <p>{relation.reason}</p>
            <p className="soft">
              {relation.declaredBy === 'expert' ? '专家本人申明' : '评审办登记'}，{relation.createTime}
            </p>
          </li>
        ))}
      </ul>
      {isOpen && <RelationDialog expert={{ id, name }} onClose={() => setOpen(false)} />}
    </section>
  );
};
