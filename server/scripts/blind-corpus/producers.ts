import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';

const run = promisify(execFile);

/** Output of a tool of this machine; missing tools are reported and skipped. */
const tryRun = async (command: string, args: readonly string[], cwd?: string) => {
  try {
    await run(command, [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
    return true;
  } catch (error) {
    console.log('without', command, args.at(-1), (error as Error).message.split('\n')[0]);
    return false;
  }
};

const kept = 'This sentence may be read by everybody';

const latex = (head: string, body: string) =>
  `\\documentclass[twocolumn]{article}\n${head}\n\\begin{document}\n${body}\n\\end{document}\n`;
const plot = String.raw`\noindent Lv Xiaoming, X.-M.\ Lv and Jingyi Ouyang\footnote{Mail: xmlv@whut.edu.cn}, Wuhan University of Technology.`;
const narrow = Array.from(
  { length: 6 },
  (_, part) =>
    `\\noindent\\parbox{${18 + part * 5}mm}{We were helped by no one; all of it was done by Lv Xiaoming and by Ouyang Jingyi in Wuhan University of Technology.}\\par`,
).join('\n');
const filler = 'The properties of the material were looked at in some detail and found to be good. '.repeat(
  60,
);

const texts: Record<string, { engine: string; source: string }> = {
  'xetex-article': {
    engine: 'xelatex',
    source: latex(
      '\\usepackage{xeCJK}\\setCJKmainfont{Noto Serif CJK SC}\\usepackage[pdfauthor={吕晓明},pdftitle={Lv Xiaoming}]{hyperref}\\title{论文}\\author{吕晓明\\and 欧阳静怡}',
      `\\maketitle ${kept}. ${plot} 单位：武汉理工大学材料科学与工程学院。\\section{吕晓明的工作} ${filler} 呂曉明 ${narrow}`,
    ),
  },
  'pdftex-article': {
    engine: 'pdflatex',
    source: latex(
      '\\usepackage{hyperref}\\title{A paper}\\author{Xiaoming L\\"u}',
      `\\maketitle ${kept}. ${plot} L\\"u Xiaoming, L\\v{u} Xi\\v{a}om\\'ing, \\textsc{Lv Xiaoming}, \\textit{Xiaoming Lv}, $^{1}$Lv Xiaoming$^{1,*}$. ${narrow} ${filler} \\begin{thebibliography}{9}\\bibitem{a} Lv X M, Ouyang J Y. A paper. 2020.\\end{thebibliography}`,
    ),
  },
};

const groff = `.TL\nA paper\n.AU\nLv Xiaoming\n.AI\nWuhan University of Technology\n.PP\n${kept}. By X. M. Lv (xmlv@whut.edu.cn).\n.PP\n${filler}\nLv Xiaoming\n`;

const postscript = `%!PS\n/Times-Roman findfont 12 scalefont setfont
60 780 moveto (${kept}) show
60 740 moveto (Lv Xiaoming, xmlv@whut.edu.cn) show
60 700 moveto 3 0 (Lv Xiaoming apart) ashow
gsave 200 400 translate 25 rotate 0 0 moveto (by Lv Xiaoming) show grestore
gsave 60 600 moveto (Wuhan University of Technology) true charpath fill grestore
showpage\n`;

export type Produced = { name: string; doubt?: PageDoubt };

const doubts: readonly [RegExp, PageDoubt][] = [
  [/^img2pdf-/, 'picture'],
  [/-outlines$/, 'outlines'],
  [/^gs-postscript/, 'outlines'],
  [/-not-embedded$/, 'fontMissing'],
  [/-picture$/, 'picture'],
];

/** Files by every producer that this machine has, in a directory; `python` is one with ReportLab, fpdf2, Typst and WeasyPrint. */
export const produce = async (directory: string, python: string): Promise<Produced[]> => {
  const at = (name: string) => join(directory, `${name}.pdf`);
  const work = join(directory, 'work');
  await mkdir(work, { recursive: true });
  await tryRun(python, [join(import.meta.dirname, 'producers.py'), directory, directory]);
  for (const [name, { engine, source }] of Object.entries(texts)) {
    await writeFile(join(work, `${name}.tex`), source);
    const args = ['-interaction=batchmode', `-output-directory=${work}`, `${name}.tex`];
    await tryRun(engine, args, work);
    await tryRun('cp', [join(work, `${name}.pdf`), at(name)]);
  }
  await writeFile(join(work, 'paper.ms'), groff);
  await tryRun('sh', ['-c', `groff -Tpdf -ms ${work}/paper.ms > ${at('groff-paper')}`]);
  await writeFile(join(work, 'paper.ps'), postscript);
  const distil = (from: string, to: string, ...options: string[]) =>
    tryRun('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', ...options, `-o${at(to)}`, from]);
  await distil(join(work, 'paper.ps'), 'gs-postscript');
  const before = [
    'chromium-columns',
    'chromium-latin',
    'chromium-contacts',
    'chromium-rotated',
    'xetex-article',
  ];
  for (const name of before) {
    await distil(at(name), `gs-${name}`);
    await tryRun('qpdf', ['--linearize', '--object-streams=generate', at(name), at(`qpdf-${name}`)]);
  }
  await distil(at('chromium-plain'), 'gs-outlines', '-dNoOutputFonts');
  await tryRun('qpdf', [
    '--encrypt',
    '',
    'owner',
    '256',
    '--print=none',
    '--',
    at('chromium-plain'),
    at('qpdf-owner-password'),
  ]);
  await tryRun('pdfunite', [
    at('chromium-plain'),
    at('reportlab-plain'),
    at('groff-paper'),
    at('poppler-united'),
  ]);
  const web = ['plain', 'spaced', 'traditional', 'latin', 'contacts', 'table', 'tones', 'former'];
  const pages = web.map((name) => join(directory, `${name}.html`));
  if (
    await tryRun('soffice', [
      '--headless',
      '--convert-to',
      'pdf:writer_web_pdf_Export',
      '--outdir',
      work,
      ...pages,
    ])
  )
    for (const name of web) await tryRun('cp', [join(work, `${name}.pdf`), at(`libreoffice-${name}`)]);
  await tryRun('pdftoppm', ['-r', '100', '-jpeg', at('chromium-plain'), join(work, 'scan')]);
  const scans = (await readdir(work)).filter((file) => file.endsWith('.jpg')).map((file) => join(work, file));
  await tryRun('exiftool', ['-overwrite_original', '-Artist=Lv Xiaoming', '-Comment=whut', ...scans]);
  await tryRun('img2pdf', [
    '--title',
    'Lv Xiaoming',
    '--author',
    '吕晓明',
    '-o',
    at('img2pdf-scan'),
    ...scans,
  ]);
  for (const name of ['reportlab-plain', 'chromium-plain']) {
    await run('cp', [at(name), at(`exiftool-${name}`)]).catch(() => {});
    await tryRun('exiftool', [
      '-overwrite_original',
      '-Author=吕晓明',
      '-XMP-dc:Creator=Lv Xiaoming',
      '-XMP-pdf:Keywords=武汉理工大学',
      at(`exiftool-${name}`),
    ]);
  }
  const made = (await readdir(directory)).filter(
    (file) => /^(?!chromium-|cairo-|hand-).*\.pdf$/.test(file) && !file.endsWith('.blind.pdf'),
  );
  return made.sort().map((file) => {
    const name = file.slice(0, -4);
    const doubt = doubts.find(([pattern]) => pattern.test(name))?.[1];
    return { name, ...(doubt && { doubt }) };
  });
};
