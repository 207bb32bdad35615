import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { print } from '../../lib/print.ts';

export const PrintButton = ({ label }: { label: string }) => (
  <Button
    type="text"
    icon={<PrinterOutlined />}
    aria-label={label}
    title={label}
    onClick={() => void print()}
  />
);
