import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { FormProblem } from '../display/FormProblem.tsx';

type Conflict = { message: string; takeLatest: () => void; keepMine: () => void };
type Props = { problem: string | undefined; conflict: Conflict | undefined; children: ReactNode };

/** The footer of an edit form: error or conflict, and the buttons. It stays in view while the fields scroll. */
export const EditFooter = ({ problem, conflict, children }: Props) => (
  <>
    {conflict ? (
      <FormProblem
        type="warning"
        text={conflict.message}
        description={
          <>
            <p>被改动的内容标在字段下方。您填写的内容仍在，选择如何继续：</p>
            <Space wrap>
              <Button onClick={conflict.takeLatest}>载入最新</Button>
              <Button onClick={conflict.keepMine}>保留我的</Button>
            </Space>
          </>
        }
      />
    ) : (
      <FormProblem text={problem} />
    )}
    <div className="edit-footer">{children}</div>
  </>
);
