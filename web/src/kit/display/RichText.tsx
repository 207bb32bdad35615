import './rich-text.css';

/** HTML from the server, which sanitises every body before it stores it. */
export const RichText = ({ html }: { html: string }) => (
  // oxlint-disable-next-line react/no-danger -- sanitised by the server, see above; never give it unsaved input
  <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
);
