import { useQuery } from '@tanstack/react-query';
import { type MessageText, messageTextApi } from '@zhiping/shared/contracts/message-text.ts';
import { Button, Tag } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { reading } from '../../lib/query-client.ts';
import { MessageTextDialog } from './MessageTextDialog.tsx';
import './message-text.css';

const Row = ({ message, href }: { message: MessageText; href: string }) => {
  const navigate = useNavigate();
  const { when, to, way, text, standard, updateBy, updateTime } = message;
  return (
    <li>
      <div className="message-head">
        <div className="message-names">
          <h2>{when}</h2>
          <span className="soft">
            发给{to}，{way}
          </span>
          {text !== null && <Tag color="processing">已修改</Tag>}
        </div>
        <Can roles={['message:edit']}>
          <Button type="link" aria-label={`编辑 ${when} ${way}`} onClick={() => void navigate(href)}>
            编辑
          </Button>
        </Can>
      </div>
      <p>{text ?? standard}</p>
      {text !== null && (
        <p className="soft">
          {updateBy} 修改于 {updateTime}
        </p>
      )}
    </li>
  );
};

/** Texts of the messages to users, as worded by the office. */
export default function MessageTextPage() {
  const { data, error, isPending, refetch } = useQuery(reading(messageTextApi.list));
  const edit = useSubView('edit');
  const edited = data?.find(({ code }) => code === edit.value);
  return (
    <section className="panel">
      <PageHead title="消息模板" />
      <p className="soft">
        修改后发出的消息和邮件使用新的内容，已经发出的不变。短信须用运营商审核过的模板，不在这里修改。
      </p>
      {isPending && <Loading />}
      {error && <Failed what="消息模板" error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className="message-texts">
          {data.map((message) => (
            <Row key={message.code} message={message} href={edit.hrefOf(message.code)} />
          ))}
        </ul>
      )}
      {edited && <MessageTextDialog key={edited.code} message={edited} onClose={edit.close} />}
    </section>
  );
}
