// The digest: the whole board in one issue of crew's own, where that is wished for. It changes when the board does.

import type { BoardSnapshot, Ref } from '../../board.js';
import type { IssueChange } from '../../changes/change.js';
import { bodyDigest, readMarker } from '../../changes/marker.js';
import type { Report } from '../../report.js';
import type { Language } from '../../text/lang/index.js';
import { boardDigest } from '../../view/board/index.js';
import { type Identity, isCrew } from './identity.js';
import type { Scene } from './scene.js';

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
  /** What it says when that is done. */
  readonly digest: string;
}

/** The digest as it should stand; nothing where none is wished for. */
export function digestPlan({ scene, report, lang, host, outgoing }: DigestOf): DigestPlan | undefined {
  if (!scene.config.facilitate['digest-issue']) return undefined;
  const title = scene.say.digestTitle;
  const body = boardDigest(withoutItself(report, scene), { lang, home: homeOf(scene.board.repo, host) });
  const digest = bodyDigest(outgoing(body));
  const change: IssueChange = { kind: 'issue', slot: SLOT, title, body };
  return { change: digest === scene.previous?.digest ? undefined : change, digest };
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
