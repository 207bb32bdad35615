import sanitizeHtml from 'sanitize-html';
import { pictureAddress } from '@zhiping/shared/rules/file/formats.ts';
import { AppError } from '../../platform/errors.ts';

/** Enough for every body found so far; each pass but the last removes something. */
const MAX_PASSES = 8;

/** Relative links would lead into the API of the reader. */
const isAbsolute = (href: string) => /^https?:\/\//i.test(href);

/** Pictures of other sites would report readers; other own addresses would be called by each reader. */
const isOwnPicture = (src = '') => pictureAddress.test(src);

const options: sanitizeHtml.IOptions = {
  allowedTags: (
    'h2 h3 h4 p br hr blockquote ul ol li strong em u s a img ' + 'table caption thead tbody tfoot tr th td'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes'],
  nestingLimit: 40,
  transformTags: {
    // The title of the article is the only heading of the first level.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href: isAbsolute(href) ? href : '', rel: 'noopener noreferrer nofollow', target: '_blank' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => {
    // A link that leads nowhere any more is not a link; its words stay.
    if (tag === 'a' && !attribs.href) return 'excludeTag';
    return tag === 'img' && !isOwnPicture(attribs.src);
  },
};

/**
 * The only way of an article's body into the database: what is not on this list is gone.
 */
export const sanitizeBody = (html: string) => {
  let body = html;
  // After a cut the rest may nest differently (a table in a paragraph closes it), so cleaning repeats until nothing
  // changes: cleaning again leaves the stored text unchanged.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const clean = sanitizeHtml(body, options).trim();
    // Text without a tag is stable already, and slow to clean where much of it is escaped.
    if (clean === body || !clean.includes('<')) return clean;
    body = clean;
  }
  throw new AppError(400, 'article.body_unreadable', '正文的格式无法识别，请粘贴为纯文本后重试');
};

/** Names of the pictures that a clean body shows. */
export const picturesOf = (body: string): string[] => [
  ...new Set(
    [...body.matchAll(/<img [^>]*?src="([^"]*)"/g)].flatMap(
      ([, src]) => pictureAddress.exec(src as string)?.[1] ?? [],
    ),
  ),
];

/** Whether something is left to read or see. */
export const hasWords = (html: string) =>
  picturesOf(html).length > 0 || html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';
