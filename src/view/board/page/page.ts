// The board as one offline page: nothing is fetched, nothing but what stands here runs, whoever serves it. Pure.
import { createHash } from 'node:crypto';
import type { Report } from '../../../report.js';
import { boardWords } from '../../../text/lang/board/index.js';
import { type Language, languages } from '../../../text/lang/index.js';
import { boardOf } from '../groups.js';
import { changed } from './changed.js';
import { foot } from './foot.js';
import { graph } from './graph.js';
import { head, look, warnings } from './head.js';
import { boat } from './icons.js';
import { documentOf, markup, verbatim } from './markup.js';
import { next } from './next.js';
import { scriptOf } from './script.js';
import { shelves } from './shelves.js';
import type { Showing } from './showing.js';
import { STYLE } from './style.js';

export interface Looker {
  readonly lang: Language;
  /** The report of the look before: then the page says what changed. */
  readonly previous?: Report | undefined;
  /** The address of the board's repository, such as `https://github.com/owner/name`; without it nothing leads out. */
  readonly home?: string | undefined;
  /** The links of the site that the page stands in. */
  readonly nav?: readonly { readonly name: string; readonly href: string; readonly on?: boolean }[] | undefined;
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy of the page: only its own style and script, by their digests. For whoever serves it. */
export const boardPolicy = [
  "default-src 'none'",
  `style-src ${digestOf(STYLE)}`,
  `script-src ${languages.map((lang) => digestOf(scriptOf(boardWords(lang)))).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole document. */
export function boardPage(report: Report, { lang, previous, home, nav = [] }: Looker): string {
  const say = boardWords(lang);
  const of: Showing = { report, previous, board: boardOf(report), say, home };
  return documentOf(markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${boardPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${say.heading.board} · crew</title>
${verbatim('style', STYLE)}
</head>
<body>
<a class="skip" href="#main">${say.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${boat}crew</span>${nav.length > 0 && markup`<nav class="site">${nav.map(({ name, href, on }) => markup`<a href="${href}"${on === true && markup` aria-current="page"`}>${name}</a>`)}</nav>`}${look(of)}</div></div>
<main id="main" class="wide">
${head(of)}
${warnings(of)}
<div class="beside">${next(of)}${changed(of)}</div>
${graph(of)}
<div class="shelves">${shelves(of)}</div>
</main>
${foot(of)}
${verbatim('script', scriptOf(say))}
</body>
</html>
`);
}
