import { CloseCircleFilled } from '@ant-design/icons';

/** What empties a select; antd itself calls it Clear in every language. */
export const CLEAR = { label: '清除选择', clearIcon: <CloseCircleFilled aria-hidden /> };
