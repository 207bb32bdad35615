import { Alert, Button, Space } from 'antd';

type Props = { message: string; takeLatest: () => void; keepMine: () => void };

export const ConflictNotice = ({ message, takeLatest, keepMine }: Props) => (
  <Alert
    className="form-problem"
    type="warning"
    showIcon
    title={message}
    description={
      <>
        <p>您填写的内容仍在。对方的内容已留在历史版本中，选择如何继续：</p>
        <Space wrap>
          <Button onClick={takeLatest}>载入最新</Button>
          <Button onClick={keepMine}>保留我的</Button>
        </Space>
      </>
    }
  />
);
