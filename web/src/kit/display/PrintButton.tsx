import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { print } from '../../lib/print.ts';

type Props = {
  label: string;
  /** Shows the label beside the icon. */
  isWorded?: boolean;
};

export const PrintButton = ({ label, isWorded = false }: Props) => (
  <Button
    type={isWorded ? 'default' : 'text'}
    icon={<PrinterOutlined />}
    aria-label={label}
    title={isWorded ? undefined : label}
    onClick={() => void print()}
  >
    {isWorded && label}
  </Button>
);
