import { Fragment } from 'react';
import './highlight.css';

/** A text with some of its characters marked, as hits of a search. */
export const Highlight = ({ text, at }: { text: string; at: readonly number[] | null }) => {
  if (!at || at.length === 0) return text;
  const marked = new Set(at);
  return [...text].map((character, index) =>
    // Characters have no identity of their own and never move.
    marked.has(index) ? <mark key={index}>{character}</mark> : <Fragment key={index}>{character}</Fragment>,
  );
};
