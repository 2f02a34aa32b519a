// What goes to GitHub when a change is proven, as data: one commit, one pull request, one check. Pure.
import type { BranchChange, PullChange } from '../../../changes/change.js';
import type { FixThreadMessages } from '../../../text/lang/fix/thread/messages.js';
import { shorten } from '../../../text/shorten.js';
import { plainWords } from './own-words.js';
import type { Target } from './target.js';

export interface HandIn {
  readonly run: string;
  readonly target: Target;
  /** The issue that it is for; on a pull request there is none. */
  readonly issue: number | undefined;
  readonly title: string;
  readonly change: { readonly diff: string; readonly tree: string };
  readonly login: string | undefined;
  readonly signOff: string | undefined;
}

const LONGEST_TITLE = 120;
const LONGEST_BODY = 60_000;

/** A title in one line; closing words and mentions in it do nothing. */
export function titleOf(words: string): string {
  const line = plainWords(words).replace(/\s+/g, ' ').trim();
  if (line === '') return 'A fix';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}

/** The commit. Its message says who made it, and for what. */
export function commitOf({ run, target, issue, title, change, signOff }: HandIn): BranchChange {
  const trailers = [
    ...(issue === undefined ? [] : [`Refs #${issue}`]),
    `Crew-Run: ${run}`,
    ...(signOff === undefined ? [] : [`Signed-off-by: ${signOff}`]),
  ];
  return {
    kind: 'branch',
    branch: target.branch,
    at: target.at,
    parent: target.commit,
    message: `${title}\n\n${trailers.join('\n')}\n`,
    diff: change.diff,
    tree: change.tree,
  };
}

export interface PullOf extends HandIn {
  readonly says: string;
  /** What rounds before have handed in already, the newest first. */
  readonly before: readonly string[];
  /** What the job that verified once more has to say. */
  readonly verified: { readonly title: string; readonly summary: string };
  readonly details: string;
  /** Why it is a draft, where it is one. */
  readonly drafts: readonly string[];
  /** That nobody’s checks will look at it by themselves, where that is so: a page without any looks as if nothing were asked here. */
  readonly noChecks: readonly string[];
  readonly isDraft: boolean;
  readonly template: string | null;
  readonly reviewers: readonly string[];
  readonly labels: readonly string[];
}

/** The pull request: the summary first, then its proof, and what closes the issue. */
export function pullOf(of: PullOf, say: FixThreadMessages): PullChange {
  const { run, target, issue, title, verified, details, login } = of;
  const proof = [
    `<details><summary>${say.verifiedAgain}</summary>`,
    `### ${verified.title}`,
    verified.summary,
    '</details>',
    ...of.before.flatMap((each) => [`<details><summary>${say.before}</summary>`, each, '</details>']),
  ];
  const ends = [
    ...of.drafts,
    ...of.noChecks,
    ...(issue === undefined ? [] : [`Closes #${issue}`]),
    say.provenance({ run, details, login }),
    ...(of.template === null ? [] : ['---', of.template.trim()]),
  ];
  // What has to stand there stands there, however long the rest is.
  const rest = ends.join('\n\n');
  const whole = [of.says, ...proof].join('\n\n');
  const room = LONGEST_BODY - rest.length;
  const body = whole.length > room ? shorten(whole, room) : whole;
  return {
    kind: 'pull',
    branch: target.branch,
    base: target.base,
    title,
    body: `${body}\n\n${rest}`,
    draft: of.isDraft,
    reviewers: of.reviewers,
    labels: of.labels,
  };
}

/** Who signs off: the identity that commits. */
export const signOffOf = ({ login, id }: { login: string; id: number }): string =>
  `${login} <${id}+${login}@users.noreply.github.com>`;

/** The page that opens a pull request by hand, beside the page of a run. */
export function compareOf(details: string, { base, branch }: Pick<Target, 'base' | 'branch'>): string {
  const name = (of: string) => of.split('/').map(encodeURIComponent).join('/');
  return `${details.replace(/\/actions\/runs\/.*$/, '')}/compare/${name(base)}...${name(branch)}?expand=1`;
}
