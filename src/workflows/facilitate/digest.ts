// The digest: the board in one issue of crew's own, where that is configured. It is rewritten when the board changes.

import type { BoardSnapshot, Ref } from '../../board.js';
import type { IssueChange } from '../../changes/change.js';
import { bodyDigest, readMarker } from '../../changes/marker.js';
import type { Report } from '../../report.js';
import type { Language } from '../../text/lang/index.js';
import { boardDigest, movesOf } from '../../view/board/index.js';
import { type Identity, isCrew } from './identity.js';
import { repoOf } from './links.js';
import { mayPush } from './may-push.js';
import { isDashboard, type Scene } from './scene.js';
import { wordsOf } from './score.js';
import { UNFINISHED, WORKING } from './work.js';

// Issues of outsiders that look like an existing open one, by the rare words that both use. Pure; no model is asked.

interface Similar {
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

const SLOT = 'digest';

/** The issue that holds it, known like crew's comments: by its marker and its author. */
export function digestIn({ issues }: BoardSnapshot, identity: Identity): Ref | undefined {
  return issues.find(({ author, body }) => isCrew(author, identity) && readMarker(body)?.slot === SLOT)?.ref;
}

export interface DigestOf {
  readonly scene: Scene;
  readonly report: Report;
  readonly lang: Language;
  /** The host that GitHub is on: where its issues can be linked without a trace, they are. */
  readonly host: string;
  readonly outgoing: (text: string) => string;
}

export interface DigestPlan {
  /** Nothing, when it says the same already. */
  readonly change: IssueChange | undefined;
  /** The digest of what it says of the board. */
  readonly digest: string;
}

/** The digest as it should stand; nothing where none is wished for. */
export function digestPlan({ scene, report, lang, host, outgoing }: DigestOf): DigestPlan | undefined {
  if (!scene.config.facilitate['digest-issue']) return undefined;
  const { board, previous, number, say } = scene;
  const shown = withoutItself(report, scene);
  const before = new Map(Object.entries(previous?.issues ?? {}).map(([ref, each]) => [number(ref), each]));
  const running = board.runs.filter(
    ({ workflow, status }) => WORKING.includes(workflow) && UNFINISHED.includes(status),
  );
  const { core, text } = boardDigest(
    shown,
    { lang, home: homeOf(board.repo, host) },
    {
      trend: previous?.trend ?? [],
      moves: previous ? movesOf(shown, before) : [],
      running: running.map(({ issue, workflow, run }) => ({ issue: number(issue), workflow, run })),
      similar: similarIn(scene).map(({ issue, to }) => ({ issue: number(issue), to: number(to) })),
    },
  );
  const digest = bodyDigest(outgoing(core));
  const change: IssueChange = {
    ...{ kind: 'issue', slot: SLOT, title: say.digestTitle, body: text },
    authors: scene.identity.logins,
  };
  return { change: digest === previous?.digest ? undefined : change, digest };
}

/** It does not speak of itself: else opening it would change what it says. */
function withoutItself(report: Report, { digestIssue, number }: Scene): Report {
  if (digestIssue === undefined) return report;
  const own = number(digestIssue);
  const { coverage, assessments } = report;
  return {
    ...report,
    assessments: assessments.filter(({ issue }) => issue !== own),
    coverage: { ...coverage, issues: coverage.issues - 1, seen: coverage.seen - 1 },
  };
}

/** Through this host of GitHub's a link leads to the issue and leaves no reference there. Other GitHubs have none. */
const homeOf = (repo: string, host: string): string | undefined =>
  host === 'github.com' ? `https://redirect.github.com/${repo}` : undefined;
