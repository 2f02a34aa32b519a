// The merge box of the pull request page: reviews, checks, conflicts and the merge button. The form that merges asks here whether it may.

import { ruleOf, unmetChecks } from '../../github/pulls/checks.js';
import { decisionOf } from '../../github/pulls/review-decision.js';
import { type PullRequest, reaches, roleOf } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import type { PullContents } from '../pull-cache.js';
import type { Scene } from '../scene.js';
import { csrfField } from './elements.js';
import { icons } from './icons.js';
import {
  checkGroups,
  checksOf,
  checksVerdict,
  reviewersOf,
  reviewVerdict,
  type ShownCheck,
  type Verdict,
} from './verdicts.js';

type Given = { readonly pull: PullRequest; readonly merge: PullContents['merge'] };

/** The merge status of a pull request with its button. */
export function mergeBox(scene: Scene, { pull, merge }: Given): Html {
  if (pull.state === 'closed') return closedBox(pull);
  const checks = checksOf(pull);
  return html`<section id="merge" class="merge" data-live aria-label="Merging">
  ${verdictLine(reviewVerdict(pull))}
  ${checks.length === 0 ? verdictLine({ icon: icons.waiting, says: 'no checks have run' }) : checkList({ pull, checks })}
  ${verdictLine(conflictVerdict({ pull, merge }))}
  ${mergeForm(scene, { pull, merge })}
</section>`;
}

/** What became of a closed pull request. */
function closedBox({ merge, base }: PullRequest): Html {
  const verdict =
    merge === null
      ? { icon: icons.unmerged, says: 'closed with unmerged commits' }
      : { icon: icons.merged, says: `successfully merged into ${base.ref} by ${merge.by.login} and closed` };
  return html`<section id="merge" class="merge" data-live aria-label="Merging">${verdictLine(verdict)}</section>`;
}

/** The combined result with a count, then each check. Skipped checks are folded, as on GitHub. */
function checkList({ pull, checks }: { pull: PullRequest; checks: readonly ShownCheck[] }): Piece {
  const groups = checkGroups
    .map((group) => ({ group, members: checks.filter((check) => check.group === group) }))
    .filter(({ members }) => members.length > 0);
  const counts = groups.map(({ group, members }) => `${members.length} ${group}`);
  const { icon, says } = checksVerdict(pull) ?? { icon: icons.waiting, says: 'checks have not reported yet' };
  const skipped = checks.filter(({ group }) => group === 'skipped');
  return [
    html`<p class="step">${icon}<span>${says}<span class="quiet"> · ${counts.join(', ')}</span></span></p>`,
    html`<ul>${groups.flatMap(({ group, members }) => (group === 'skipped' ? [] : members.map(checkLine)))}</ul>`,
    skipped.length > 0 &&
      html`<details class="skipped"><summary class="quiet">${skipped.length} skipped ${skipped.length === 1 ? 'check' : 'checks'}</summary><ul>${skipped.map(checkLine)}</ul></details>`,
  ];
}

function checkLine({ name, icon, says, title, required, href }: ShownCheck): Html {
  const shownTitle = title !== null && html`: ${href === null ? title : html`<a href="${href}">${title}</a>`}`;
  const details = title === null && href !== null && html` <a href="${href}">Details</a>`;
  return html`<li class="step">${icon}<span><code>${name}</code> ${says}${shownTitle}${required && html` <span class="badge">Required</span>`}${details}</span></li>`;
}

const verdictLine = ({ icon, says }: Verdict): Html => html`<p class="step">${icon}<span>${says}</span></p>`;

function conflictVerdict({ pull, merge }: Given): Verdict {
  return merge.mergeable === 'CONFLICTING'
    ? { icon: icons.failed, says: 'this branch has conflicts that must be resolved' }
    : { icon: icons.good, says: `no conflicts with ${pull.base.ref}` };
}

/** The merge buttons, or a sentence that says why the viewer cannot merge. */
function mergeForm(scene: Scene, { pull, merge }: Given): Piece {
  const writes = reaches(roleOf(pull.repository, scene.viewer), 'write');
  if (pull.draft) return draftForm(scene, { pull, may: writes || pull.author === scene.viewer });
  const why = mergeRefusal({ pull, merge });
  if (why !== null) return html`<p class="quiet way">${why}</p>`;
  if (!writes)
    return html`<p class="quiet way">Only those with write access to this repository can merge pull requests.</p>`;
  if (pull.queueEntry !== null) return html`<p class="quiet way">This pull request is in the merge queue.</p>`;
  const to = `${scene.pathOf(pull)}/merge`;
  if (ruleOf(pull).mergeQueue === true)
    return buttonForm(scene, { to, buttons: html`<button class="button is-main">Merge when ready</button>` });
  return buttonForm(scene, {
    to,
    buttons: html`<button class="button is-main" name="method" value="merge">Merge pull request</button><button class="button" name="method" value="squash">Squash and merge</button>`,
  });
}

function draftForm(scene: Scene, { pull, may }: { pull: PullRequest; may: boolean }): Piece {
  const says = html`<p class="quiet way">This pull request is still a work in progress. Draft pull requests cannot be merged.</p>`;
  if (!may) return says;
  return [
    says,
    buttonForm(scene, {
      to: `${scene.pathOf(pull)}/ready`,
      buttons: html`<button class="button">Ready for review</button>`,
    }),
  ];
}

const buttonForm = (scene: Scene, { to, buttons }: { to: string; buttons: Html }): Html =>
  html`<form method="post" action="${to}" data-send-in-place>${csrfField(scene)}<div class="buttons">${buttons}</div></form>`;

/** Why the pull request cannot be merged, as a sentence; null if it can. */
export function mergeRefusal({ pull, merge }: Given): string | null {
  switch (merge.state) {
    case 'DIRTY':
      return 'This branch has conflicts that must be resolved.';
    case 'BLOCKED':
      return `Merging is blocked${missingRequirements(pull)}.`;
    case 'BEHIND':
      return 'This branch is out-of-date with the base branch.';
    case 'DRAFT':
      return 'Draft pull requests cannot be merged.';
    default:
      return null;
  }
}

/** The unmet requirements of the base branch, as the end of a sentence; empty if none is known. */
function missingRequirements(pull: PullRequest): string {
  const checks = unmetChecks(pull);
  const missing = [
    ...(checks.length === 0
      ? []
      : [
          `the required ${checks.length === 1 ? 'check' : 'checks'} ${listFormat.format(checks)} ${checks.length === 1 ? 'has' : 'have'} not passed`,
        ]),
    ...missingReviews(pull),
  ];
  return missing.length === 0 ? '' : `: ${missing.join('; ')}`;
}

const listFormat = new Intl.ListFormat('en');

function missingReviews(pull: PullRequest): string[] {
  switch (decisionOf(pull)) {
    case 'CHANGES_REQUESTED':
      return [`changes requested by ${listFormat.format(reviewersOf(pull, 'CHANGES_REQUESTED'))}`];
    case 'REVIEW_REQUIRED': {
      const count = Math.max(1, (ruleOf(pull).requiredReviews ?? 1) - reviewersOf(pull, 'APPROVED').length);
      return [
        `at least ${count} more approving review${count === 1 ? ' is' : 's are'} required by reviewers with write access`,
      ];
    }
    default:
      return [];
  }
}
