import type { Cell } from '../../ports.js';
import type { Place } from '../proxy/place.js';
import { cleanEnvironment } from './clean-environment.js';
import { keptApart } from './kept-apart.js';
import type { Rung } from './rungs/rung.js';
import { sealedCell } from './sealed.js';
import { testWalls } from './self-test.js';
import { makeState, type State } from './state.js';
import type { Forbids } from './view/forbidden.js';
import type { Mount } from './view/mount.js';
import { protectTree } from './view/protect-tree.js';
import { systemView } from './view/system.js';
import { toolVariables, toolView } from './view/tools.js';
import { openWayOut } from './way-out.js';

export interface OpenAsk {
  readonly root: string;
  readonly places: readonly Place[];
  /** Package managers whose usual registry is in no list, by name. */
  readonly silent?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workflowFiles: boolean;
  readonly hidden: readonly string[];
  readonly kept?: readonly string[] | undefined;
  readonly forbids?: Forbids | undefined;
}

/** Opens a cell on one rung, and looks at it from inside before anybody else is let in. */
export async function openOn(rung: Rung, { root, places, silent, env, ...covers }: OpenAsk): Promise<Cell> {
  const { PATH = '', HOME = '/' } = env;
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    const state = await makeState();
    closers.push(state.remove);
    const { aside, empty } = state;
    const tree = await protectTree({ root, PATH, aside, empty, ...covers });
    closers.push(tree.release);
    const wayOut = await openWayOut({ folder: state.door, places, silent });
    closers.push(wayOut.close);

    const tools = toolView({ root, PATH, home: HOME });
    const system = await systemView(state.etc);
    const whole: Mount = { kind: 'write', from: root, at: root };
    const mounts = [...system, ...ownView(state), ...tools, whole, ...tree.mounts];
    await state.prepare([root, ...tools.map(({ at }) => at)]);
    const room = await rung.open({ root, PATH, state, mounts, wayOut });
    closers.push(room.close);

    const variables = {
      ...cleanEnvironment({ PATH, home: INSIDE }),
      ...toolVariables(PATH),
      ...keptApart(root),
      ...GIT,
    };
    const cell = sealedCell({ room, wayOut, env: variables, disk: state.folder, close });
    await testWalls(cell, { root, outside: aside });
    return cell;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The home of commands; nobody's real one can be in its way. */
const INSIDE = '/crew/home';

const ownView = ({ tmp, shm, home }: State): readonly Mount[] => [
  { kind: 'write', from: tmp, at: '/tmp' },
  { kind: 'write', from: shm, at: '/dev/shm' },
  { kind: 'write', from: home, at: INSIDE },
];

/** Git in a cell only reads, and the tree may be another user's. */
const GIT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
} as const;
