import { Alert } from 'antd';

const SHOWN = 5;

/** Experts who apply in the cycle themselves, and therefore review nothing in it. */
export const ApplyingExperts = ({ experts }: { experts: readonly { id: number; name: string }[] }) => {
  if (experts.length === 0) return null;
  const names = experts.slice(0, SHOWN).map(({ name }) => name);
  const more = experts.length > SHOWN ? '等' : '';
  return (
    <Alert
      className="conflict-notice"
      type="info"
      showIcon
      title={`${names.join('、')}${more} ${experts.length} 位专家在本批次申报，不参加本批次的任何评审`}
    />
  );
};
