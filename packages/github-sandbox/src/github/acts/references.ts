// Finds mentions of issues in texts, and links issues and pull requests.

import { findRepository, type Issue, type PullRequest, type Repository, type Thread } from '../state.js';
import type { Act, World } from '../world.js';
import { addTimelineEvent } from './emit.js';

type Mention = { readonly target: Thread; readonly closing: boolean };

/** The existing issues and pull requests that a text mentions. */
export function mentionsIn(
  world: World,
  { repository, text }: { repository: Repository; text: string | null },
): Mention[] {
  return parseReferences(text ?? '', world.urls.html).flatMap(({ repo, number, closing }) => {
    const home = repo === null ? repository : findRepository(world.state, repo);
    const target = home?.numbered.get(number);
    return target === undefined ? [] : [{ target, closing }];
  });
}

/** Adds a cross-reference to each mentioned issue, once per source and never to itself. */
export function crossReference(
  act: Pick<Act, 'world' | 'by'>,
  { source, text, at }: { source: Thread; text: string | null; at?: string },
): void {
  for (const { target } of mentionsIn(act.world, { repository: source.repository, text })) {
    const known = target.timeline.some((one) => one.kind === 'CrossReferencedEvent' && one.source === source);
    if (target === source || known) continue;
    addTimelineEvent(act, target, { kind: 'CrossReferencedEvent', source, ...(at === undefined ? {} : { at }) });
  }
}

/** Recomputes which issues a pull request closes: those with closing keywords in its body, if its base is the default branch. */
export function updateClosedIssues(world: World, pull: PullRequest): void {
  if (pull.overrides.closes === true) return;
  const { repository, body } = pull;
  const counts = pull.base.ref === repository.defaultBranch;
  const mentions = counts ? mentionsIn(world, { repository, text: body }) : [];
  setCloses(pull, [
    ...new Set(mentions.flatMap(({ target, closing }) => (closing && isIssue(target) ? [target] : []))),
  ]);
}

const isIssue = (thread: Thread): thread is Issue => thread.kind === 'Issue';

/** Sets the issues that a pull request closes, on both sides. */
export function setCloses(pull: PullRequest, issues: Issue[]): void {
  const before = pull.closes;
  pull.closes = issues;
  for (const issue of before) if (!pull.linked.includes(issue)) issue.closers.delete(pull);
  for (const issue of issues) issue.closers.add(pull);
}

/** Links an issue to a pull request manually; ten at most. */
export function connect(act: Act, { pull, issue, at }: { pull: PullRequest; issue: Issue; at?: string }): void {
  if (pull.linked.includes(issue) || pull.linked.length >= 10) return;
  pull.linked.push(issue);
  issue.closers.add(pull);
  const when = at === undefined ? {} : { at };
  addTimelineEvent(act, issue, { kind: 'ConnectedEvent', source: pull, ...when });
  addTimelineEvent(act, pull, { kind: 'ConnectedEvent', source: issue, ...when });
}

/** A mention in a text. */
export type Reference = {
  /** `owner/name` if it is written out. */
  readonly repo: string | null;
  readonly number: number;
  /** Whether a closing keyword precedes it. */
  readonly closing: boolean;
};

const keyword = /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+/.source;
const repo = /[\w.-]+\/[\w.-]+/.source;

/** Finds mentions as GitHub does: not in code or HTML comments; a keyword applies to the mention directly after it. */
export function parseReferences(text: string, origin: string): Reference[] {
  const url = `${origin.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')}/(${repo})/(?:issues|pull)/(\\d+)`;
  const mention = new RegExp(`(?<![\\w/#-])(${keyword})?(?:${url}|(${repo})?#(\\d+)|GH-(\\d+))\\b`, 'gi');
  return [...withoutCode(text).matchAll(mention)].map(
    ([, closing, urlRepo, urlNumber, written, hashNumber, ghNumber]) => ({
      repo: urlRepo ?? written ?? null,
      number: Number(urlNumber ?? hashNumber ?? ghNumber),
      closing: closing !== undefined,
    }),
  );
}

const withoutCode = (text: string): string =>
  text
    .replace(/^( {0,3})(```|~~~)[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))/gm, '')
    .replace(/<!--[\s\S]*?(?:-->|$(?![\s\S]))/g, '')
    .replace(/(`+)(?!`)[\s\S]*?\1/g, '');
