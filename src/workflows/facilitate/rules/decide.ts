// All decisions of one scan, before facilitate (index.ts) writes anything: the verdicts, the planned changes, the recommendation.

import { readMarker } from '../../../changes/marker.js';
import { parseComment } from '../../../commands/parse.js';
import type { Config } from '../../../config/index.js';
import type { BoardReader, Scan, ScanRecord } from '../../../ports/board.js';
import type { BoardSnapshot, IssueFacts, Ref } from '../../../ports/board-snapshot.js';
import type { FacilitateMessages } from '../messages.en.js';
import { type AgentRegistry, discover } from './agents.js';
import { type BoardFacts, boardFactsOf } from './board-facts.js';
import type { OwnComment } from './comments.js';
import { digestsIn } from './digest.js';
import { judge } from './judge.js';
import { repoOf } from './links.js';
import { type Maintained, maintain } from './maintain.js';
import { type Identity, identityOf, isCrew, mayPush } from './people.js';
import { type Recommended, recommend } from './recommend.js';
import { rulesOf } from './rule-settings.js';
import { remainingComments } from './scan-record.js';
import { SLOT } from './writes.js';

/**
 * The issues where crew does not comment. The last `/crew quiet` or `/crew wake` by a person with write access decides. If none was
 * read, the record of the previous scan decides.
 */
function quietIssuesOf(board: BoardSnapshot, previous: ScanRecord | undefined): ReadonlySet<Ref> {
  const quietBefore = new Set(previous?.quiet ?? []);
  return new Set(
    board.issues.filter((issue) => isQuieted(issue, board) ?? quietBefore.has(issue.ref)).map(({ ref }) => ref),
  );
}

/** Whether the last `/crew quiet` or `/crew wake` on an issue was `quiet`; undefined if neither was read. */
function isQuieted({ comments, ref }: IssueFacts, board: BoardSnapshot): boolean | undefined {
  const commands = comments
    .filter(({ by, body }) => mayPush(board, by.login, repoOf(ref)) && /\/crew/i.test(body))
    .flatMap(({ body }) => parseComment(body))
    .flatMap((parsed) => ('command' in parsed ? parsed.command.name : []))
    .filter((name) => name === 'quiet' || name === 'wake');
  const last = commands.at(-1);
  return last === undefined ? undefined : last === 'quiet';
}

/** What identifies crew's comments. */
interface CommentSource {
  readonly identity: Identity;
  readonly previous: ScanRecord | undefined;
  /** Whether a text carries crew's signature for the issue. It is then crew's, also if another account posted it. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
}

/** crew's comments by issue: found by marker and author, else taken from the record of the previous scan. */
export function ownComments({ issues }: BoardSnapshot, source: CommentSource): ReadonlyMap<Ref, OwnComment> {
  return new Map(
    issues.flatMap((issue) => {
      const comment = ownCommentOn(issue, source) ?? recordedCommentOn(issue, source.previous);
      return comment ? [[issue.ref, comment]] : [];
    }),
  );
}

/** crew's comment on an issue; the oldest if there are several. */
function ownCommentOn({ ref, comments }: IssueFacts, { identity, isSigned }: CommentSource): OwnComment | undefined {
  const [first, ...others] = comments.flatMap(({ by, body }) => {
    const marker = isCrew(by, identity) || isSigned(body, ref) ? readMarker(body) : null;
    return marker?.slot === SLOT ? [marker.digest] : [];
  });
  return first === undefined ? undefined : { digest: first, hasDuplicates: others.length > 0 };
}

/** Comments from the previous record, for issues whose comments were not read completely: long threads and closed issues. */
function recordedCommentOn(
  { ref, earlierComments, closed }: IssueFacts,
  previous: ScanRecord | undefined,
): OwnComment | undefined {
  // The record's name for the digest of crew's comment.
  const digest = previous?.issues[ref]?.says;
  const allCommentsRead = earlierComments === undefined && !closed;
  return allCommentsRead || digest === undefined ? undefined : { digest };
}

export interface ScanDecisions {
  readonly boardFacts: BoardFacts;
  /** Undefined when the repository's agents could not be read. */
  readonly registry: AgentRegistry | undefined;
  readonly quiet: ReadonlySet<Ref>;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
}

/** Judges the board, plans the changes, and recommends the next step. */
export function decideScan(
  { board, outsideRefs: outside, previous, agents, agentsUnread, login }: Scan,
  input: {
    readonly config: Config;
    readonly say: FacilitateMessages;
    readonly reader: Pick<BoardReader, 'host' | 'isSigned' | 'redact'>;
  },
): ScanDecisions {
  const { config, say, reader } = input;
  const rules = rulesOf(config, reader.host);
  const judged = judge(board, rules, previous, outside);
  const identity = identityOf(login, { config, earlier: previous?.identities });
  const boardFacts = boardFactsOf({
    board,
    judged,
    rules,
    config,
    say,
    identity,
    digestIssues: digestsIn(board, identity),
    previous,
  });
  // With `agentsUnread`, only crew's own agents. They are recommended, but not reported.
  const registry = discover(agents, board.observedAt);
  const quiet = quietIssuesOf(board, previous);
  const room = remainingComments(board.observedAt, previous);
  const existing = ownComments(board, { identity, previous, isSigned: reader.isSigned });
  return {
    boardFacts,
    registry: agentsUnread ? undefined : registry,
    quiet,
    maintained: maintain(boardFacts, {
      ownComments: existing,
      quiet,
      outgoing: reader.redact,
      room,
    }),
    recommended: recommend(boardFacts, registry),
  };
}
