import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { print } from '../../lib/print.ts';

type Props = {
  label: string;
  /** Shows the label beside the icon. */
  hasVisibleLabel?: boolean;
};

export const PrintButton = ({ label, hasVisibleLabel = false }: Props) => (
  <Button
    type={hasVisibleLabel ? 'default' : 'text'}
    icon={<PrinterOutlined />}
    aria-label={label}
    title={hasVisibleLabel ? undefined : label}
    onClick={() => void print()}
  >
    {hasVisibleLabel && label}
  </Button>
);
