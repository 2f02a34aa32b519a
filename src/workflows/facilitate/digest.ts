// The digest: the board in one issue of crew's own, where that is configured. It is rewritten when the board changes.

import type { BoardSnapshot, Ref } from '../../board.js';
import type { IssueChange } from '../../changes/change.js';
import { bodyDigest, readMarker } from '../../changes/marker.js';
import type { Report } from '../../report.js';
import type { Language } from '../../text/lang/index.js';
import { boardDigest, movesOf } from '../../view/board/index.js';
import { type Identity, isCrew } from './identity.js';
import type { Scene } from './scene.js';
import { similarIn } from './similar.js';
import { UNFINISHED, WORKING } from './work.js';

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
