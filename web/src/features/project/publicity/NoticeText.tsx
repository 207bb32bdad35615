export const NoticeText = ({ text }: { text: string }) => (
  <div className="publicity-text">
    {text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (
        <p key={line}>{line}</p>
      ))}
  </div>
);
