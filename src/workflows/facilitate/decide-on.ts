// Everything that is decided from one look, before anything is done: data from data.
import type { Config } from '../../config/index.js';
import type { BoardReader as FieldDesk, Looked } from '../../ports/board.js';
import type { Ref } from '../../field.js';
import type { FacilitateMessages } from '../../text/lang/facilitate/messages.js';
import { digestIn } from './digest.js';
import { type AgentRegistry, discover } from './discover.js';
import { judge } from './judge.js';
import { type Maintained, maintain } from './maintain.js';
import { quietOf } from './quiet.js';
import { type Recommended, recommend } from './recommend.js';
import { roomAt } from './room.js';
import { rulesOf } from './rules.js';
import { type Scene, sceneOf } from './scene.js';
import { standingIn } from './standing.js';

export interface Decided {
  readonly scene: Scene;
  /** Undefined when the repository's agents could not be looked for. */
  readonly registry: AgentRegistry | undefined;
  readonly quiet: ReadonlySet<Ref>;
  readonly maintained: Maintained;
  readonly recommended: Recommended;
}

/** Judges the field, and decides what is to be written there and what is next. */
export function decideOn(
  { field, outside, previous, agents, agentsUnread, me }: Looked,
  of: {
    readonly config: Config;
    readonly say: FacilitateMessages;
    readonly desk: Pick<FieldDesk, 'host' | 'isSigned' | 'outgoing'>;
  },
): Decided {
  const { config, say, desk } = of;
  const rules = rulesOf(config, desk.host);
  const judged = judge(field, rules, previous, outside);
  const scene = sceneOf({ field, judged, rules, config, say, me, digestIssue: digestIn(field, me), previous });
  const registry = discover(agents, field.observedAt);
  const quiet = quietOf(field, previous);
  const room = roomAt(field.observedAt, previous);
  const standing = standingIn(field, { me, previous, isSigned: desk.isSigned });
  return {
    scene,
    registry: agentsUnread ? undefined : registry,
    quiet,
    maintained: maintain(scene, { standing, quiet, outgoing: desk.outgoing, room }),
    recommended: recommend(scene, registry),
  };
}
