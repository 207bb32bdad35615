import { Fragment } from 'react';
import './highlight.css';

/** A text with the characters at the given indexes marked, such as the hits of a search. */
export const Highlight = ({ text, at }: { text: string; at: readonly number[] | null }) => {
  if (!at || at.length === 0) return text;
  const marked = new Set(at);
  return [...text].map((character, index) =>
    // The index is a stable key: characters never move.
    marked.has(index) ? <mark key={index}>{character}</mark> : <Fragment key={index}>{character}</Fragment>,
  );
};
