import './rich-text.css';

/** A text with mark-up as the server answers it: it has sanitised every body before storing it. */
export const RichText = ({ html }: { html: string }) => (
  // oxlint-disable-next-line react/no-danger -- see above; nothing that was only typed comes here
  <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
);
