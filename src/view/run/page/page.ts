// A run as an HTML page that loads nothing and runs no script but its own, whatever the journal contains. Served by the App, and written by
// `crew show --html`. Pure.
import { createHash } from 'node:crypto';
import { singleLine } from '../../../text/clean-output.js';
import { boat, htmlText, type Markup, markup, trustedElement, trustedSvg } from '../../html.js';
import { utcMinute } from '../describe.js';
import type { ShownRun } from '../shown-run.js';
import { change, comparison, verifications, weakenedTests } from './evidence.js';
import { head, outcome, question } from './head.js';
import { LIMITS, type PageContext, type Section } from './parts.js';
import { callsWithoutApprovalSection, costs, memoryEntries, signals, steps } from './record-sections.js';
import { RUN_STYLE } from './style.js';
import { timelineSection } from './timeline.js';
import { transcriptSection } from './transcripts.js';

/** The script of the page. It adds buttons that unfold everything and copy commands, and unfolds everything before printing. */
const SCRIPT = `
const folds = () => document.querySelectorAll('main details');
const comfort = document.querySelector('.comfort');
const button = (label, press) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => press(made));
  return made;
};
comfort.append(
  button(comfort.dataset.open, () => { for (const fold of folds()) fold.open = true; }),
  button(comfort.dataset.close, () => { for (const fold of folds()) fold.open = false; }),
);
for (const place of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  place.append(button(comfort.dataset.copy, async (made) => {
    await navigator.clipboard.writeText(place.querySelector('code').textContent);
    made.textContent = comfort.dataset.copied;
    setTimeout(() => { made.textContent = comfort.dataset.copy; }, 1600);
  }));
}
addEventListener('beforeprint', () => { for (const fold of folds()) fold.open = true; });
`;

/** The size limit of the page in bytes, so that people can mail it. */
export const MAX_BYTES = 2_000_000;

const SECTIONS: readonly ((context: PageContext) => Section)[] = [
  question,
  outcome,
  pictures,
  timelineSection,
  verifications,
  comparison,
  weakenedTests,
  change,
  signals,
  memoryEntries,
  callsWithoutApprovalSection,
  transcriptSection,
  costs,
  steps,
];

/** The drawings of the run's workflow. */
function pictures({ pictures: all, words }: PageContext): Section {
  const body = all.map(
    ({ title, svg }) => markup`<figure class="picture"><figcaption>${title}</figcaption>${trustedSvg(svg)}</figure>`,
  );
  return { id: 'pictures', title: words.heading.pictures, body: all.length === 0 ? null : body };
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy of the page, also sent by its server. It allows only the page's own style and script, by their digests. */
export const runPolicy = [
  "default-src 'none'",
  `style-src ${digestOf(RUN_STYLE)}`,
  `script-src ${digestOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole page. A run that is too large is rendered again with smaller limits, until the page fits. */
export function runPage(shown: ShownRun): string {
  let page = '';
  for (const limits of LIMITS) {
    page = htmlText(pageOf({ ...shown, limits }));
    if (Buffer.byteLength(page) <= MAX_BYTES) break;
  }
  return page;
}

function pageOf(context: PageContext): Markup {
  const { view, words, lang, status } = context;
  const sections = SECTIONS.map((section) => section(context)).filter(({ body }) => body !== null && body !== false);
  return markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${runPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${singleLine(view.run)} · ${status} · crew</title>
${trustedElement('style', RUN_STYLE)}
</head>
<body>
<a class="skip" href="#main">${words.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${boat}crew</span><span class="look">${view.run} · ${utcMinute(view.startedAt)}</span></div></div>
<main id="main" class="wide">
${head(context)}
<nav class="ways">${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}<span class="comfort" data-open="${words.openAll}" data-close="${words.closeAll}" data-copy="${words.copy}" data-copied="${words.copied}"></span></nav>
${sections.map(
  ({ id, title, count, body }) =>
    markup`<section class="part" id="${id}"><h2>${title}${count !== undefined && markup` <span class="count">${count}</span>`}</h2>
${body}</section>
`,
)}</main>
${trustedElement('script', SCRIPT)}
</body>
</html>
`;
}
