import type { ProjectForm } from './form.ts';

/** Figures of a project, for the overview of applicants (申报人员情况一览表). */
export const achievementsOf = ({ teaching, research, works }: ProjectForm) => ({
  courses: teaching.courses.length,
  teachingResults: teaching.results.length,
  papers: research.papers.length,
  /** As first author or in correspondence. */
  leadingPapers: research.papers.filter(
    ({ rank, isCorresponding }) => rank === 1 || isCorresponding === 'yes',
  ).length,
  books: research.books.length,
  projects: research.projects.length,
  ledProjects: research.projects.filter(({ rank }) => rank === 1).length,
  awards: research.awards.length,
  patents: research.patents.length,
  works: works.works.length,
});
