import { site } from '../../lib/site.ts';

export const Footer = () => {
  const { footerTxt, caseNumber } = site;
  if (!footerTxt && !caseNumber) return null;
  return (
    <footer className="shell-footer">
      {footerTxt && <span>{footerTxt}</span>}
      {caseNumber && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {caseNumber}
          <span className="visually-hidden">（在新标签页打开）</span>
        </a>
      )}
    </footer>
  );
};
