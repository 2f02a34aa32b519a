// The sections of the page of a run with what the checks found: verifications, comparison with the base, weakened tests, and the diff. Used by
// page.ts.

import { type Markup, markup, type Piece } from '../../html.js';
import type { RunView } from '../document.js';
import { countChangedLines } from '../shown-run.js';
import { fileDiff } from './diffs.js';
import { listItems, type PageContext, preformatted, type Section, visible } from './parts.js';

type Verification = RunView['verification'][number];
type Check = Verification['steps'][number];

const MARKS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;

/** All verifications. The last one, which decided, is unfolded. */
export function verifications(context: PageContext): Section {
  const { view, words, limits } = context;
  const { verification: all } = view;
  const left = all.length - limits.items;
  const body = all.length > 0 && [
    left > 0 && markup`<p class="soft">${words.earlier(left)}</p>`,
    all.slice(-limits.items).map((each) => verificationOf(each, each === all.at(-1), context)),
  ];
  return { id: 'verification', title: words.heading.verification, body };
}

function verificationOf({ ref, status, steps, run_id }: Verification, open: boolean, context: PageContext): Markup {
  const { words, limits } = context;
  const ms = steps.reduce((sum, step) => sum + step.ms, 0);
  // `ref` is a name in the journal, such as `loop-2`.
  const title = visible(words.part(ref).slice(0, 60));
  const { step, command, exit, took } = words.column;
  const rows = steps.slice(0, limits.items).map((each) => checkRow(each, context));
  return markup`<details class="check is-${status}"${open && markup` open`}><summary><span class="mark">${MARKS[status]}</span><b>${title}</b> ${words.verdict[status]} <span class="soft">${words.took(ms)} · ${visible(run_id.slice(0, 60))}</span></summary>
<div class="inside"><div class="wide-table" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th>${step}</th><th>${command}</th><th>${exit}</th><th>${took}</th></tr></thead><tbody>${rows}</tbody></table></div>
${steps.slice(0, limits.items).map((each) => failureDetails(each, context))}</div></details>`;
}

const statusOf = ({ status, exit }: Check): keyof typeof MARKS => status ?? (exit === 0 ? 'PASS' : 'FAIL');

function checkRow(check: Check, { words }: PageContext): Markup {
  const status = statusOf(check);
  return markup`<tr class="is-${status}"><td><span class="mark" title="${words.verdict[status]}">${MARKS[status]}</span> ${visible(check.name.slice(0, 80))}</td><td><code>${visible(check.command.slice(0, 200))}</code></td><td>${check.exit ?? '–'}</td><td>${words.took(check.ms)}</td></tr>`;
}

/** The failed tests and the last lines of the log of a step; null if it passed. */
function failureDetails(check: Check, context: PageContext): Piece {
  if (statusOf(check) === 'PASS') return null;
  const { limits } = context;
  const failed = (check.tests ?? []).filter(({ status }) => status === 'failed');
  const tests = listItems(
    failed,
    limits.items,
    ({ id, at, message = '' }) =>
      markup`<li><b>${visible(id.slice(0, 200))}</b> ${at ? markup`<code>${visible(at.file.slice(0, 200))}:${at.line}</code>` : null} <span class="soft">${visible(message.slice(0, 300))}</span></li>`,
    context,
  );
  const tail = check.tail ?? '';
  return markup`<h5>${visible(check.name.slice(0, 80))}</h5>${failed.length > 0 && markup`<ul class="tests">${tests}</ul>`}${tail !== '' && preformatted(tail, limits.log, context)}<p class="soft"><code>${visible(check.log.slice(0, 200))}</code></p>`;
}

const KINDS = ['broken', 'fixed', 'flaky', 'before'] as const;

/** The comparison with the base. */
export function comparison(context: PageContext): Section {
  const { view, words, limits } = context;
  const { comparison: found } = view;
  const lists = KINDS.flatMap((kind) => {
    const names = found?.[kind] ?? [];
    if (names.length === 0) return [];
    const items = listItems(names, limits.items, (name) => markup`<li>${visible(name.slice(0, 300))}</li>`, context);
    return [
      markup`<h3 class="is-${kind}">${words.compared[kind]} <span class="count">${names.length}</span></h3><ul class="tests">${items}</ul>`,
    ];
  });
  const body = found && (lists.length > 0 ? lists : markup`<p class="soft">${words.sameTests}</p>`);
  return { id: 'comparison', title: words.heading.comparison, body: body ?? null };
}

/** Changes to tests and checks. */
export function weakenedTests(context: PageContext): Section {
  const { view, words, limits } = context;
  const { tamper: found } = view;
  const items = listItems(
    found ?? [],
    limits.items,
    ({ file, line, kind, why = '' }) =>
      markup`<li><code>${visible(file.slice(0, 200))}:${line}</code> <span class="tag">${visible(kind.slice(0, 60))}</span> ${visible(why.slice(0, 300))}</li>`,
    context,
  );
  const body =
    found &&
    (found.length > 0 ? markup`<ul class="tests">${items}</ul>` : markup`<p class="soft">${words.noTamper}</p>`);
  return { id: 'tamper', title: words.heading.tamper, body: body ?? null };
}

/** The files of a diff with up to this many added and removed lines are unfolded. */
const MAX_UNFOLDED_LINES = 400;

/** Each file shows at least this many characters, so that more than its header is seen. */
const MIN_FILE_LENGTH = 500;

/** The diff, file by file. */
export function change(context: PageContext): Section {
  const { view, words, limits } = context;
  const { diff } = view;
  if (!diff) return { id: 'diff', title: words.heading.diff, body: null };
  // Each file is cut to its share of `limits.diff`, so the files after a long one are shown too. To find those, more of the diff is read than is
  // shown: four times the limit.
  const files = diff.text
    .slice(0, 4 * limits.diff)
    .split(/^(?=diff --git )/m)
    .filter((text) => text.trim() !== '');
  const shown = files.slice(0, limits.items);
  const most = Math.max(MIN_FILE_LENGTH, Math.floor(limits.diff / Math.max(1, shown.length)));
  const { added, removed } = countChangedLines(diff.text);
  const open = added + removed <= MAX_UNFOLDED_LINES;
  const left = diff.files.length - shown.length;
  const base = visible(diff.base.slice(0, 12));
  return {
    id: 'diff',
    title: words.heading.diff,
    body: markup`<p class="soft">${words.diffOf({ files: diff.files.length, added, removed, base })} · <code>${visible(diff.sha256.slice(0, 12))}</code></p>
${shown.map((text) => fileElement(text, { most, open }, context))}${left > 0 && markup`<p class="soft">${words.more(left)}</p>`}`,
  };
}

function fileElement(text: string, { most, open }: { most: number; open: boolean }, context: PageContext): Markup {
  const newPath = /^\+\+\+ b\/(.+)$/m.exec(text)?.[1];
  const oldPath = /^--- a\/(.+)$/m.exec(text)?.[1];
  const [firstLine = ''] = text.split('\n');
  const name = newPath ?? oldPath ?? firstLine;
  const { added, removed } = countChangedLines(text);
  return markup`<details class="file"${open && markup` open`}><summary><code>${visible(name.slice(0, 200))}</code> <span class="plus">+${added}</span> <span class="minus">−${removed}</span></summary>${fileDiff(text, most, context)}</details>`;
}
