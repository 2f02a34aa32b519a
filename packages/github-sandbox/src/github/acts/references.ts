// Finds references such as `#12` in texts, and links issues and pull requests. Used by the other files of acts/ and by seeds.

import { findRepository, type Issue, type PullRequest, type Repository, type Thread } from '../state.js';
import type { Act, World } from '../world.js';
import { addTimelineEvent } from './emit.js';

type ResolvedReference = { readonly target: Thread; readonly closing: boolean };

/** The existing issues and pull requests that a text refers to. */
export function resolveReferences(
  world: World,
  { repository, text }: { repository: Repository; text: string | null },
): ResolvedReference[] {
  return parseReferences(text ?? '', world.urls.html).flatMap(({ repo, number, closing }) => {
    const referenced = repo === null ? repository : findRepository(world.state, repo);
    const target = referenced?.threadsByNumber.get(number);
    return target === undefined ? [] : [{ target, closing }];
  });
}

/** Adds a cross-reference to each issue that the text refers to, once per source and never to the source itself. */
export function crossReference(
  act: Pick<Act, 'world' | 'by'>,
  { source, text, at }: { source: Thread; text: string | null; at?: string },
): void {
  for (const { target } of resolveReferences(act.world, { repository: source.repository, text })) {
    const known = target.timeline.some((one) => one.kind === 'CrossReferencedEvent' && one.source === source);
    if (target === source || known) continue;
    addTimelineEvent(act, target, { kind: 'CrossReferencedEvent', source, ...(at === undefined ? {} : { at }) });
  }
}

/** Recomputes which issues a pull request closes: those with closing keywords in its body, if its base is the default branch. */
export function updateClosedIssues(world: World, pull: PullRequest): void {
  if (pull.overrides.ignoresClosingKeywords === true) return;
  const { repository, body } = pull;
  const mayClose = pull.base.ref === repository.defaultBranch;
  const references = mayClose ? resolveReferences(world, { repository, text: body }) : [];
  setIssuesClosedByText(pull, [
    ...new Set(references.flatMap(({ target, closing }) => (closing && isIssue(target) ? [target] : []))),
  ]);
}

const isIssue = (thread: Thread): thread is Issue => thread.kind === 'Issue';

/** Sets the issues that the text of a pull request closes, and `closingPulls` of these issues. */
export function setIssuesClosedByText(pull: PullRequest, issues: Issue[]): void {
  const before = pull.issuesClosedByText;
  pull.issuesClosedByText = issues;
  for (const issue of before) if (!pull.linkedIssues.includes(issue)) issue.closingPulls.delete(pull);
  for (const issue of issues) issue.closingPulls.add(pull);
}

/** Links an issue to a pull request manually. A pull request has at most ten manual links; further ones are ignored. */
export function linkManually(act: Act, { pull, issue, at }: { pull: PullRequest; issue: Issue; at?: string }): void {
  if (pull.linkedIssues.includes(issue) || pull.linkedIssues.length >= 10) return;
  pull.linkedIssues.push(issue);
  issue.closingPulls.add(pull);
  const when = at === undefined ? {} : { at };
  addTimelineEvent(act, issue, { kind: 'ConnectedEvent', source: pull, ...when });
  addTimelineEvent(act, pull, { kind: 'ConnectedEvent', source: issue, ...when });
}

/** A reference to an issue or pull request in a text, which need not exist. */
export type ParsedReference = {
  /** `owner/name` if the reference contains it; null: the repository of the text. */
  readonly repo: string | null;
  readonly number: number;
  /** Whether a closing keyword precedes it. */
  readonly closing: boolean;
};

/** `close`, `closes`, `closed`, `fix`, `fixes`, `fixed`, `resolve`, `resolves`, `resolved`, with an optional colon. */
const closingKeyword = /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+/.source;
/** `owner/name`. */
const repositoryName = /[\w.-]+\/[\w.-]+/.source;

/**
 * Finds references as GitHub does: `#12`, `owner/name#12`, `GH-12` and URLs of issues and pull requests, but not in code or HTML comments. A
 * closing keyword applies to the reference directly after it.
 */
export function parseReferences(text: string, origin: string): ParsedReference[] {
  const url = `${origin.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')}/(${repositoryName})/(?:issues|pull)/(\\d+)`;
  const reference = new RegExp(
    `(?<![\\w/#-])(${closingKeyword})?(?:${url}|(${repositoryName})?#(\\d+)|GH-(\\d+))\\b`,
    'gi',
  );
  return [...withoutCode(text).matchAll(reference)].map(
    ([, closing, urlRepo, urlNumber, written, hashNumber, ghNumber]) => ({
      repo: urlRepo ?? written ?? null,
      number: Number(urlNumber ?? hashNumber ?? ghNumber),
      closing: closing !== undefined,
    }),
  );
}

/** Removes fenced code blocks, HTML comments and inline code, in this order. Unclosed blocks and comments end with the text. */
const withoutCode = (text: string): string =>
  text
    .replace(/^( {0,3})(```|~~~)[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))/gm, '')
    .replace(/<!--[\s\S]*?(?:-->|$(?![\s\S]))/g, '')
    .replace(/(`+)(?!`)[\s\S]*?\1/g, '');
