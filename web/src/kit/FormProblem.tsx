import { Alert } from 'antd';
import './form-problem.css';

/** What stands in the way of a form as a whole. */
export const FormProblem = ({ text }: { text: string | undefined }) =>
  text ? <Alert className="form-problem" type="error" showIcon title={text} /> : null;
