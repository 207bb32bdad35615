import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { Button } from 'antd';
import { Fragment } from 'react';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import './review.css';
import { copyOpinion } from './copy-opinion.ts';
import type { KeptOpinion } from './kept-opinions.ts';
import { dateTimeOf } from '../../lib/shanghai.ts';
import { OpinionView } from './OpinionView.tsx';

type Props = { kept: readonly KeptOpinion[]; why: string; forget: (key: string) => Promise<void> };

/**
 * Opinions kept on this device that cannot be submitted from here, to read and copy until their author deletes them.
 */
export const KeptOpinions = ({ kept, why, forget }: Props) => {
  const confirm = useConfirm();
  if (kept.length === 0) return null;
  return (
    <section className="kept-opinions" aria-labelledby="kept-opinions">
      <h2 id="kept-opinions">这台设备上没有提交的内容</h2>
      <p>{why}</p>
      {kept.map(({ key, changedAt, versions, about }) => (
        <details key={key} open={kept.length === 1}>
          <summary>
            {about.bagNo}，写于 {dateTimeOf(new Date(changedAt))}
          </summary>
          {versions.map((opinion) => (
            <Fragment key={canonicalJson(opinion)}>
              <OpinionView cycle={about} opinion={opinion} />
              <Button onClick={() => void copyOpinion(opinion)}>复制意见</Button>{' '}
            </Fragment>
          ))}
          <Button
            danger
            onClick={() =>
              confirm({
                title: `删除 ${about.bagNo} 在这台设备上的内容`,
                consequence: '删除后不能找回。服务器上已保存的内容不受影响。',
                verb: '删除',
                act: () => forget(key),
              })
            }
          >
            删除
          </Button>
        </details>
      ))}
    </section>
  );
};
