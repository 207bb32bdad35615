import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input, type InputProps } from 'antd';
import './search-input.css';

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
