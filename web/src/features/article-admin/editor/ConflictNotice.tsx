import { Button, Space } from 'antd';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';

type Props = { message: string; changed: string[]; takeLatest: () => void; keepMine: () => void };

export const ConflictNotice = ({ message, changed, takeLatest, keepMine }: Props) => (
  <FormProblem
    type="warning"
    text={message}
    description={
      <>
        {changed.length > 0 && <p>被改动的内容：{changed.join('、')}</p>}
        <p>
          您填写的内容仍在，对方的内容已留在历史版本中。“载入最新”换成对方的内容；“保留我的”只保留您改过的各项，其余用对方的。
        </p>
        <Space wrap>
          <Button onClick={takeLatest}>载入最新</Button>
          <Button onClick={keepMine}>保留我的</Button>
        </Space>
      </>
    }
  />
);
