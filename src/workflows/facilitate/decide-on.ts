// Everything that is decided from one scan, before anything is done. Pure.

import type { BoardSnapshot, IssueFacts, Ref } from '../../board.js';
import { readMarker } from '../../changes/marker.js';
import { parseComment } from '../../commands/parse.js';
import type { Config } from '../../config/index.js';
import type { BoardReader, Scan } from '../../ports/board.js';
import type { ScanRecord } from '../../scan-record.js';
import type { FacilitateMessages } from '../../text/lang/facilitate/messages.js';
import { digestIn } from './digest.js';
import { type AgentRegistry, discover } from './discover.js';
import { type Identity, identityOf, isCrew } from './identity.js';
import { judge } from './judge.js';
import { repoOf } from './links.js';
import { type Maintained, maintain, type Stands } from './maintain.js';
import { mayPush } from './may-push.js';
import { type Recommended, recommend } from './recommend.js';
import { rulesOf } from './rules.js';
import { roomAt } from './scan-record.js';
import { type Scene, sceneOf } from './scene.js';
import { SLOT } from './writes.js';

// Where somebody said that crew shall not comment. The comment itself is the switch; nothing else keeps it.

/** The issues that are quiet: by the last such word of somebody who may push, else as the last look left them. */
function quietOf(board: BoardSnapshot, previous: ScanRecord | undefined): ReadonlySet<Ref> {
  const before = new Set(previous?.quiet ?? []);
  return new Set(board.issues.filter((issue) => lastWord(issue, board) ?? before.has(issue.ref)).map(({ ref }) => ref));
}

function lastWord({ comments, ref }: IssueFacts, board: BoardSnapshot): boolean | undefined {
  const words = comments
    .filter(({ by, body }) => mayPush(board, by.login, repoOf(ref)) && body.includes('/crew'))
    .flatMap(({ body }) => parseComment(body))
    .flatMap((asked) => ('command' in asked ? asked.command.name : []))
    .filter((name) => name === 'quiet' || name === 'wake');
  const last = words.at(-1);
  return last === undefined ? undefined : last === 'quiet';
}

// Crew's own comments as they stand on the issues.

interface CommentFacts {
  readonly identity: Identity;
  readonly previous: ScanRecord | undefined;
  /** Whether a text carries crew's signature for an issue: then it is crew's own, whatever account it writes as now. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
}

/** By issue: known by their marker and an account of crew's, else by the last scan. */
export function ownComments({ issues }: BoardSnapshot, of: CommentFacts): ReadonlyMap<Ref, Stands> {
  const found = issues.map(
    (issue) => [issue.ref, ownCommentOn(issue, of) ?? rememberedOn(issue, of.previous)] as const,
  );
  return new Map(found.flatMap(([ref, stands]) => (stands ? [[ref, stands]] : [])));
}

/** The oldest is the one that is kept. */
function ownCommentOn({ ref, comments }: IssueFacts, { identity, isSigned }: CommentFacts): Stands | undefined {
  const [first, ...others] = comments.flatMap(({ by, body }) => {
    const marker = isCrew(by, identity) || isSigned(body, ref) ? readMarker(body) : null;
    return marker?.slot === SLOT ? [marker.digest] : [];
  });
  return first === undefined ? undefined : { digest: first, doubled: others.length > 0 };
}

/** Of a long thread only the end is read, of a closed issue nothing: there stands what the last scan left. */
function rememberedOn(
  { ref, earlierComments, closed }: IssueFacts,
  previous: ScanRecord | undefined,
): Stands | undefined {
  const says = previous?.issues[ref]?.says;
  const isRead = earlierComments === undefined && !closed;
  return isRead || says === undefined ? undefined : { digest: says };
}

export interface Decided {
  readonly scene: Scene;
  /** Undefined when the repository's agents could not be looked for. */
  readonly registry: AgentRegistry | undefined;
  readonly quiet: ReadonlySet<Ref>;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
}

/** Judges the board, and decides what is to be written there and what is next. */
export function decideOn(
  { board, outside, previous, agents, agentsUnread, me }: Scan,
  of: {
    readonly config: Config;
    readonly say: FacilitateMessages;
    readonly reader: Pick<BoardReader, 'host' | 'isSigned' | 'outgoing'>;
  },
): Decided {
  const { config, say, reader } = of;
  const rules = rulesOf(config, reader.host);
  const judged = judge(board, rules, previous, outside);
  const identity = identityOf(me, { config, earlier: previous?.identities });
  const scene = sceneOf({
    board,
    judged,
    rules,
    config,
    say,
    identity,
    digestIssue: digestIn(board, identity),
    previous,
  });
  const registry = discover(agents, board.observedAt);
  const quiet = quietOf(board, previous);
  const room = roomAt(board.observedAt, previous);
  const existing = ownComments(board, { identity, previous, isSigned: reader.isSigned });
  return {
    scene,
    registry: agentsUnread ? undefined : registry,
    quiet,
    maintained: maintain(scene, { existing, quiet, outgoing: reader.outgoing, room }),
    recommended: recommend(scene, registry),
  };
}
