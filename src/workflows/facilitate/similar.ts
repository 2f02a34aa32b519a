// Issues of outsiders that look like an existing open one, by the rare words that both use. Pure; no model is asked.
import type { Ref } from '../../board.js';
import { repoOf } from './links.js';
import { mayPush } from './may-push.js';
import { isDashboard, type Scene } from './scene.js';
import { wordsOf } from './score.js';

export interface Similar {
  readonly issue: Ref;
  readonly to: Ref;
}

/** So many are named at most. */
const MOST = 3;

/** Two issues are alike when they share so many rare words, and those are so large a part of the shorter one's. */
const SHARED = 3;
const PART = 0.5;

/** A word is rare when no more open issues use it than these, or than one in twenty of a large board. */
const RARE = 3;

/** Issues of people without write access, each with the older open issue that it may duplicate; the likest first. */
export function similarIn(scene: Scene): readonly Similar[] {
  const open = scene.verdicts
    .filter((each) => each.state !== 'done' && !isDashboard(each, scene))
    .map(({ issue, case: { issue: facts } }) => ({ issue, facts, words: wordsOf(`${facts.title} ${facts.body}`) }));
  const used = new Map<string, number>();
  for (const { words } of open) for (const word of words) used.set(word, (used.get(word) ?? 0) + 1);
  const most = Math.max(RARE, open.length / 20);
  const rare = open.map((each) => ({
    ...each,
    words: [...each.words].filter((word) => (used.get(word) ?? 0) <= most),
  }));
  const byWord = new Map<string, typeof rare>();
  for (const each of rare) for (const word of each.words) byWord.set(word, [...(byWord.get(word) ?? []), each]);
  const found = rare.flatMap((each) => {
    const { author, createdAt } = each.facts;
    if (author.bot === true || mayPush(scene.board, author.login, repoOf(each.issue))) return [];
    const shared = new Map<(typeof rare)[number], number>();
    for (const word of each.words)
      for (const other of byWord.get(word) ?? [])
        if (other.facts.createdAt < createdAt) shared.set(other, (shared.get(other) ?? 0) + 1);
    const best = [...shared]
      .map(([other, count]) => ({ other, count, part: count / Math.min(each.words.length, other.words.length) }))
      .filter(({ count, part }) => count >= SHARED && part >= PART)
      .sort((a, b) => b.part - a.part || b.count - a.count)[0];
    return best ? [{ issue: each.issue, to: best.other.issue, part: best.part }] : [];
  });
  return found
    .sort((a, b) => b.part - a.part)
    .slice(0, MOST)
    .map(({ issue, to }) => ({ issue, to }));
}
