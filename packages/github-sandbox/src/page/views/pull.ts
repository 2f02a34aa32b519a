// The page of a pull request with its four tabs. requests/page-at shows it for a URL path.

import { commentsOf, pendingReviewOf } from '../../github/acts/reviews.js';
import { checkRunsOf } from '../../github/pulls/checks.js';
import { type CheckAnnotation, type CheckRun, fullName, type PullRequest } from '../../github/state.js';
import type { TimelineItem } from '../../github/timeline/timeline.js';
import { type Html, html, type Piece } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import { commitRow } from '../parts/commits.js';
import { totalCounts } from '../parts/diff.js';
import { when } from '../parts/elements.js';
import { stateBadge } from '../parts/icons.js';
import { mergeBox } from '../parts/merge-box.js';
import { timeline } from '../parts/timeline.js';
import { annotationText, checkGroups, checkVerdict, groupOfCheck, jobPath } from '../parts/verdicts.js';
import type { PullContents } from '../pull-cache.js';
import type { Scene, View } from '../scene.js';
import { commentBox, type Draft } from './comment-box.js';
import { type ChosenLine, pullFiles } from './pull-files.js';
import { pullFacts } from './sidebar.js';

/** The tabs of a pull request. Each is the last part of its path, except `talk` (the conversation), which has none. */
export const pullTabs = ['talk', 'commits', 'checks', 'files'] as const;
export type PullTab = (typeof pullTabs)[number];

export type ShownPull = {
  readonly pull: PullRequest;
  readonly items: readonly TimelineItem[];
  readonly contents: PullContents;
  readonly tab: PullTab;
  readonly chosen?: ChosenLine | undefined;
  readonly draft?: Draft | undefined;
};

/** The page of a pull request: conversation, commits, checks or files. */
export function pullPage(scene: Scene, shown: ShownPull): View {
  const { pull, draft, tab } = shown;
  const main = html`
<div id="issue-head" class="issue-head" data-live>
  <h1>${pull.title} <span class="number">#${pull.number}</span></h1>
  <p class="quiet">${stateBadge(pull)} ${mergeSentence(scene, shown)}</p>
  ${tabs(scene, shown)}
</div>
${tabContents[tab](scene, shown)}`;
  return {
    title: `${pull.title} · #${pull.number} · ${fullName(pull.repository)}`,
    main,
    repository: pull.repository,
    tab: 'pulls',
    ...(draft === undefined ? {} : { status: 422 }),
  };
}

function mergeSentence(scene: Scene, { pull, contents }: ShownPull): Piece {
  const { author, head, base, merge, repository } = pull;
  const commits = `${contents.commits.length} commit${contents.commits.length === 1 ? '' : 's'}`;
  const from =
    head.repository === repository ? head.ref : `${head.repository?.owner.login ?? 'unknown repository'}:${head.ref}`;
  const ways = html`into <code>${base.ref}</code> from <code>${from}</code>`;
  return merge === null
    ? html`<span><strong>${author.login}</strong> wants to merge ${commits} ${ways}, ${when(pull.createdAt, scene.now)}</span>`
    : html`<span><strong>${merge.by.login}</strong> merged ${commits} ${ways} ${when(merge.at, scene.now)}</span>`;
}

function tabs(scene: Scene, { pull, contents, tab }: ShownPull): Html {
  const { commits, changes } = contents;
  const path = scene.pathOf(pull);
  const entry = (name: PullTab, { href, words }: { href: string; words: Piece }) =>
    html`<a href="${href}"${name === tab && html` aria-current="page"`}>${words}</a>`;
  return html`<nav class="tabs" aria-label="Pull request">${entry('talk', { href: path, words: 'Conversation' })}${entry('commits', { href: `${path}/commits`, words: html`Commits <span class="quiet">${commits.length}</span>` })}${entry('checks', { href: `${path}/checks`, words: 'Checks' })}${entry('files', { href: `${path}/files`, words: html`Files changed <span class="quiet">${changes.length}</span> ${totalCounts(changes)}` })}</nav>`;
}

const tabContents: { readonly [Tab in PullTab]: (scene: Scene, shown: ShownPull) => Html } = {
  talk: (scene, { pull, items, contents, draft }) => html`<div class="sides">
  <div>
    <div id="thread" class="thread" data-live="list">${timeline(scene, { thread: pull, items })}</div>
    ${pendingHint(scene, pull)}
    ${mergeBox(scene, { pull, merge: contents.merge })}
    ${commentBox(scene, { thread: pull, draft })}
  </div>
  ${pullFacts(scene, pull)}
</div>`,
  commits: (scene, { pull, contents }) =>
    html`<div id="commits" class="list" data-live><ul>${contents.commits.map((commit) => commitRow(scene, { repository: pull.repository, commit }))}</ul></div>`,
  checks: (scene, { pull }) => pullChecks(scene, pull),
  files: pullFiles,
};

/** A link to the viewer's pending review, if there is one. */
function pendingHint(scene: Scene, pull: PullRequest): Piece {
  const pending = pendingReviewOf(pull, scene.viewer);
  if (pending === undefined) return null;
  const count = commentsOf(pending).length;
  return html`<p class="quiet">Your review with ${count} pending comment${count === 1 ? '' : 's'} is not submitted. <a href="${scene.pathOf(pull)}/files#review">Finish your review</a></p>`;
}

/** The checks tab: every check run with its output and its annotations; those that were skipped are folded. */
export function pullChecks(scene: Scene, pull: PullRequest): Html {
  const checks = checkRunsOf(pull.repository, pull.head.sha);
  const inOrder = checkGroups.flatMap((group) => checks.filter((check) => groupOfCheck(check) === group));
  const [skipped, shown] = [inOrder.filter(isSkipped), inOrder.filter((check) => !isSkipped(check))];
  const cards = (of: readonly CheckRun[]) => of.map((check) => checkOutput(scene, { pull, check }));
  const body =
    checks.length === 0
      ? html`<p class="quiet">No check has run on the last commit.</p>`
      : [
          cards(shown),
          skipped.length > 0 &&
            html`<details class="skipped"><summary class="quiet">${skipped.length} skipped ${skipped.length === 1 ? 'check' : 'checks'}</summary><div class="thread">${cards(skipped)}</div></details>`,
        ];
  return html`<div id="checks" class="thread" data-live>${body}</div>`;
}

const isSkipped = (check: CheckRun): boolean => groupOfCheck(check) === 'skipped';

function checkOutput(scene: Scene, { pull, check }: { pull: PullRequest; check: CheckRun }): Html {
  const { icon, says } = checkVerdict(check);
  const job = jobPath(pull.repository, check);
  const output =
    check.summary === null
      ? job === null && html`<p class="quiet">This check has no output.</p>`
      : html`<div class="prose">${renderMarkdown(check.summary, scene.references(pull.repository))}</div>`;
  return html`<article class="card is-summary" id="check-${check.id}"><header>${icon} <strong>${check.name}</strong> ${check.title ?? ''} <span class="when">${says}</span></header>
  ${output}${job !== null && html`<p><a href="${job}">Steps and log of this job</a></p>`}
  ${check.annotations.length > 0 && html`<ul class="annotations">${check.annotations.map(annotation)}</ul>`}</article>`;
}

const annotation = (one: CheckAnnotation): Html =>
  html`<li>${annotationText(one, html`<code>${one.path}:${one.start_line}</code> `)}</li>`;
