import { Link } from 'react-router';
import type { Crumb } from '../menu/find-page.ts';

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav className="breadcrumbs" aria-label="面包屑">
    <ol>
      {crumbs.map(({ title, path }, index) => (
        <li key={`${index} ${title}`}>
          {path && index < crumbs.length - 1 ? (
            <Link to={path}>{title}</Link>
          ) : (
            <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{title}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
