// Comments, labels, reactions, and the digest issue.

import type { CommentChange, IssueChange, LabelChange, ReactionChange } from '../ports/change.js';
import type { Comment } from '../ports/index.js';
import { type Effect, type Found, placeOf, type Target } from './effect.js';
import { bodyDigest, isSigned, type Mark, mark, readMarker } from './marker.js';

/** Whether another account of crew's wrote it: a known one, or one with the key of the markers. */
const isByCrew = (
  { body, author }: Pick<Comment, 'body' | 'author'>,
  authors: readonly string[] = [],
  { key, place }: Mark,
): boolean => authors.includes(author.login) || (key !== undefined && isSigned(body, { key, place }));

/** crew's comment in a slot: found by marker and author, created once, then edited. */
export function commentEffect(change: CommentChange, target: Target): Effect {
  const { repo, github } = placeOf(change, target);
  const { thread, people } = github;
  const as: Mark = { slot: change.slot, place: `${repo}#${change.issue}`, key: target.markerKey };
  const own = async () => {
    const me = await people.me();
    const comments = await thread.read(change.issue);
    return comments.flatMap((comment) => {
      const marker = readMarker(comment.body);
      if (marker?.slot !== change.slot) return [];
      const mine = comment.author.id === me.id;
      return mine || isByCrew(comment, change.authors, as) ? [{ ...comment, marker, mine }] : [];
    });
  };
  const body = target.outgoing(change.body);
  const post = async () => ({ url: (await thread.post(change.issue, mark(body, as))).url });
  const { existing } = change;
  return {
    async find() {
      const [first, ...others] = await own();
      if (!first) return existing ? gone : { is: 'absent', repeatable: false, make: post };
      const { digest } = first.marker;
      if (digest === bodyDigest(body)) return { is: 'there', count: 1 + others.length, made: { url: first.url } };
      if (existing !== undefined && digest !== existing)
        return { is: 'skipped', why: 'the comment was changed in between', existing: digest };
      const edit = async () => ({ url: (await thread.edit(first.id, mark(body, as))).url });
      return { is: 'absent', repeatable: true, count: 1 + others.length, make: edit };
    },
    async settle() {
      const [, ...others] = await own();
      for (const { id, mine } of others) if (mine) await thread.remove(id);
    },
  };
}

const gone: Found = { is: 'skipped', why: 'the comment that was to be changed is gone', existing: null };

/** crew's issue in a slot: found by marker and author, opened once, then edited. */
export function issueEffect(change: IssueChange, { github, repo, markerKey, outgoing }: Target): Effect {
  const { issues, people } = github;
  const as: Mark = { slot: change.slot, place: repo, key: markerKey };
  const own = async () => {
    const me = await people.me();
    const logins = [...new Set([me.login, ...(change.authors ?? [])])];
    const found = (await Promise.all(logins.map((login) => issues.listByAuthor(login))))
      .flat()
      .sort((a, b) => a.number - b.number);
    return found.flatMap((issue) => {
      const marker = readMarker(issue.body);
      if (marker?.slot !== change.slot) return [];
      return issue.author.id === me.id || isByCrew(issue, change.authors, as) ? [{ ...issue, marker }] : [];
    });
  };
  const { parent } = change;
  const open = async (page: { title: string; body: string }) => {
    const { id, number, url } = await issues.create(page);
    if (parent !== undefined) await issues.addSubIssue(parent, id);
    return { number, url };
  };
  return {
    async find() {
      const [first, ...others] = await own();
      const body = outgoing(change.body);
      const page = { title: outgoing(change.title), body: mark(body, as) };
      if (!first) return { is: 'absent', repeatable: false, make: () => open(page) };
      // A person who closed the issue does not want it; crew edits it again only after it is reopened.
      if (!first.open) return { is: 'skipped', why: 'somebody closed it' };
      const made = { number: first.number, url: first.url };
      const isOrphan = parent !== undefined && !(await issues.subIssues(parent)).includes(first.number);
      const count = 1 + others.filter((each) => each.open).length;
      if (first.marker.digest === bodyDigest(body) && !isOrphan) return { is: 'there', count, made };
      const rewrite = async () => {
        await issues.update(first.number, page);
        if (isOrphan) await issues.addSubIssue(parent, first.id);
        return made;
      };
      return { is: 'absent', repeatable: true, count, make: rewrite };
    },
    async settle() {
      const [, ...others] = await own();
      for (const { number, open } of others) if (open) await issues.close(number);
    },
  };
}

/** A label that is there or is not. */
export function labelEffect(change: LabelChange, target: Target): Effect {
  const { thread } = placeOf(change, target).github;
  const { issue, label, action } = change;
  return {
    async find() {
      const there = (await thread.labels(issue)).some((each) => each.toLowerCase() === label.toLowerCase());
      if (there === (action === 'add')) return { is: 'there', count: 1, made: {} };
      const make = async () => {
        await (action === 'add' ? thread.label(issue, label, change.look) : thread.unlabel(issue, label));
        return {};
      };
      return { is: 'absent', repeatable: true, make };
    },
  };
}

/** A reaction. GitHub keeps one of a kind for each identity, so it needs no search. */
export function reactionEffect({ on, reaction }: ReactionChange, { github }: Target): Effect {
  const make = async () => {
    await github.thread.react(on, reaction);
    return {};
  };
  return { find: async () => ({ is: 'absent', repeatable: true, make }) };
}
