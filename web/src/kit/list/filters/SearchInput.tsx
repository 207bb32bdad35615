import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input, type InputProps } from 'antd';
import './search-input.css';

/** A search field; its label stands inside as long as it is empty. */
export const SearchInput = ({ label, ...input }: Omit<InputProps, 'type'> & { label: string }) => (
  <Input
    type="search"
    className="search-input"
    prefix={<SearchOutlined />}
    allowClear={{ clearIcon: <CloseCircleFilled aria-label="清空输入" /> }}
    aria-label={label}
    placeholder={label}
    {...input}
  />
);
