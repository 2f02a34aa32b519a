// Everything that is decided from one scan, before anything is done. Pure.

import type { Ref } from '../../board.js';
import type { Config } from '../../config/index.js';
import type { BoardReader, Scan } from '../../ports/board.js';
import type { FacilitateMessages } from '../../text/lang/facilitate/messages.js';
import { digestIn } from './digest.js';
import { type AgentRegistry, discover } from './discover.js';
import { identityOf } from './identity.js';
import { judge } from './judge.js';
import { type Maintained, maintain } from './maintain.js';
import { ownComments } from './own-comments.js';
import { quietOf } from './quiet.js';
import { type Recommended, recommend } from './recommend.js';
import { rulesOf } from './rules.js';
import { roomAt } from './scan-record.js';
import { type Scene, sceneOf } from './scene.js';

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
