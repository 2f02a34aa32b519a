// The effects of comments, labels, reactions and crew's own issues (the digest): how each is found and made. Used by apply.ts.

import type { CommentChange, IssueChange, LabelChange, ReactionChange } from '../ports/change.js';
import type { Comment } from '../ports/index.js';
import { type Effect, type EffectContext, type Found, placeOf } from './effect.js';
import { bodyDigest, isSigned, type MarkerInput, readMarker, withMarker } from './marker.js';

/** Whether another account of crew wrote it: one of `authors`, or one that signed the marker with the key. */
const isByOtherAccountOfCrew = (
  { body, author }: Pick<Comment, 'body' | 'author'>,
  authors: readonly string[] = [],
  { key, place }: MarkerInput,
): boolean => authors.includes(author.login) || (key !== undefined && isSigned(body, { key, place }));

/** crew's comment in a slot: found by marker and author, created once, then edited. */
export function commentEffect(change: CommentChange, target: EffectContext): Effect {
  const { repo, github } = placeOf(change, target);
  const { thread, people } = github;
  const markerInput: MarkerInput = { slot: change.slot, place: `${repo}#${change.issue}`, key: target.markerKey };
  const own = async () => {
    const me = await people.me();
    const comments = await thread.read(change.issue);
    return comments.flatMap((comment) => {
      const marker = readMarker(comment.body);
      if (marker?.slot !== change.slot) return [];
      const isOwn = comment.author.id === me.id;
      return isOwn || isByOtherAccountOfCrew(comment, change.authors, markerInput)
        ? [{ ...comment, marker, isOwn }]
        : [];
    });
  };
  const body = target.outgoing(change.body);
  const post = async () => ({ url: (await thread.post(change.issue, withMarker(body, markerInput))).url });
  const { existing } = change;
  return {
    async find() {
      const [first, ...others] = await own();
      if (!first) return existing || change.isEditOnly ? COMMENT_MISSING : { is: 'due', repeatable: false, make: post };
      const { digest } = first.marker;
      if (digest === bodyDigest(body)) return { is: 'there', count: 1 + others.length, made: { url: first.url } };
      if (existing !== undefined && digest !== existing)
        return { is: 'skipped', why: 'the comment was changed in between', existing: digest };
      const edit = async () => ({ url: (await thread.edit(first.id, withMarker(body, markerInput))).url });
      return { is: 'due', repeatable: true, count: 1 + others.length, make: edit };
    },
    async removeDuplicates() {
      const [, ...others] = await own();
      for (const { id, isOwn } of others) if (isOwn) await thread.remove(id);
    },
  };
}

const COMMENT_MISSING: Found = { is: 'skipped', why: 'the comment that was to be changed is gone', existing: null };

/** crew's issue in a slot: found by marker and author, opened once, then edited. */
export function issueEffect(change: IssueChange, { github, repo, markerKey, outgoing }: EffectContext): Effect {
  const { issues, people } = github;
  const markerInput: MarkerInput = { slot: change.slot, place: repo, key: markerKey };
  const own = async () => {
    const me = await people.me();
    const logins = [...new Set([me.login, ...(change.authors ?? [])])];
    const found = (await Promise.all(logins.map((login) => issues.listByAuthor(login))))
      .flat()
      .sort((a, b) => a.number - b.number);
    return found.flatMap((issue) => {
      const marker = readMarker(issue.body);
      if (marker?.slot !== change.slot) return [];
      return issue.author.id === me.id || isByOtherAccountOfCrew(issue, change.authors, markerInput)
        ? [{ ...issue, marker }]
        : [];
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
      const page = { title: outgoing(change.title), body: withMarker(body, markerInput) };
      if (!first) return { is: 'due', repeatable: false, make: () => open(page) };
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
      return { is: 'due', repeatable: true, count, make: rewrite };
    },
    async removeDuplicates() {
      const [, ...others] = await own();
      for (const { number, open } of others) if (open) await issues.close(number);
    },
  };
}

/** Adds or removes a label. Labels are compared without regard to case, as GitHub does. */
export function labelEffect(change: LabelChange, target: EffectContext): Effect {
  const { thread } = placeOf(change, target).github;
  const { issue, label, action } = change;
  return {
    async find() {
      const hasLabel = (await thread.labels(issue)).some((each) => each.toLowerCase() === label.toLowerCase());
      if (hasLabel === (action === 'add')) return { is: 'there', count: 1, made: {} };
      const make = async () => {
        await (action === 'add' ? thread.label(issue, label, change.look) : thread.unlabel(issue, label));
        return {};
      };
      return { is: 'due', repeatable: true, make };
    },
  };
}

/** A reaction. GitHub keeps one of a kind for each identity, so it needs no search. */
export function reactionEffect({ on, reaction }: ReactionChange, { github }: EffectContext): Effect {
  const make = async () => {
    await github.thread.react(on, reaction);
    return {};
  };
  return { find: async () => ({ is: 'due', repeatable: true, make }) };
}
