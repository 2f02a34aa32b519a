// The cells of one tree, one after the other. What lies between them and the network, and what is seen of the system, is slow to put up,
// and no command leaves anything in it: that stands for all of them. A network keeps closed connections for a while; where the kernel
// cannot be told to forget them, a rung has no room for a second cell. Home, temporary files, processes and their ways to speak to each
// other are each cell's own, and what is covered in the tree is looked up for each anew.
import type { Cell, Command, Ran, TakeAsk } from '../../ports.js';
import type { Refusal } from '../proxy/allow-list.js';
import type { Place } from '../proxy/place.js';
import { cleanEnvironment } from './clean-environment.js';
import { newMark } from './marked.js';
import { STARTED } from './prelude.js';
import { runMarked } from './run-marked.js';
import { SAFE_PATH } from './rungs/hold.js';
import type { Room, Rung } from './rungs/rung.js';
import { testWalls } from './self-test.js';
import { separateFolders } from './separate-folders.js';
import { makeShared, makeState, type Shared, type State } from './state.js';
import { takeOut } from './take-out.js';
import type { Forbids } from './view/forbidden.js';
import type { Mount } from './view/mount.js';
import { protectTree } from './view/protect-tree.js';
import { systemView } from './view/system.js';
import { toolVariables, toolView } from './view/tools.js';
import { openWayOut, type WayOut } from './way-out.js';

interface SealedAsk {
  readonly room: Pick<Room, 'name' | 'enter'>;
  readonly wayOut: WayOut;
  readonly env: Readonly<Record<string, string>>;
  /** What its home is called inside, and where it lies. */
  readonly home: { readonly inside: string; readonly outside: string };
  /** Where the disk is watched. */
  readonly disk: string;
  readonly close: () => Promise<void>;
}

/** A cell in a room that stands. */
function sealedCell({ room, wayOut, env, home, disk, close }: SealedAsk): Cell {
  const run = async (command: Command): Promise<Ran> => {
    const refused = new Map<string, Refusal>();
    const deaf = wayOut.listen((refusal) => refused.set(refusal.host, refusal));
    const mark = newMark();
    const inside = { ...env, ...command.env, ...wayOut.env, ...mark.env };
    const entered = room.enter({ line: command.line, cwd: command.cwd, env: inside, mark });
    const ran = await runMarked(command, { ...entered, mark, cwd: '/', env: { PATH: SAFE_PATH }, says: STARTED, disk });
    deaf();
    return { ...ran, refused: [...refused.values()] };
  };
  const take = (of: TakeAsk) => takeOut(home.outside, of);
  return { strength: 'sealed', name: room.name, home: home.inside, run, take, close };
}

/** What has to be taken down again, the last first; each once, however often it is asked for. */
interface Closing {
  add(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

function closing(): Closing {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => void closers.push(close),
    async close() {
      for (const each of closers.splice(0).reverse()) await each();
    },
  };
}

export interface PoolOptions {
  readonly root: string;
  /** Package managers take their time to say it, so it is waited for last. */
  readonly reach: Promise<Reach>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workflowFiles: boolean;
  readonly hidden: readonly string[];
  readonly kept?: readonly string[] | undefined;
  readonly forbids?: Forbids | undefined;
}

/** What may be asked for beyond the walls. */
export interface Reach {
  readonly places: readonly Place[];
  /** Package managers whose usual registry is in no list, by name. */
  readonly silent?: readonly string[] | undefined;
}

export interface SandboxPool {
  /** Of which kind its cells are. */
  readonly kind: Pick<Cell, 'strength' | 'name' | 'home'>;
  /** A cell in which nothing has run; null while another one is open, where each needs walls of its own, and when these are gone. */
  enter(): Promise<Cell | null>;
  /** Of a cell that is still open, too. */
  close(): Promise<void>;
}

/** Puts it up on one rung, and looks at its first cell from inside before anybody else is let in. */
export async function openPool(rung: Rung, ask: PoolOptions): Promise<SandboxPool> {
  const all = closing();
  try {
    const ground = await groundOf(ask, all);
    const view = await viewFor(ground);
    all.add(view.own.close);
    const wayOut = await openWayOut({ folder: ground.shared.door, ...(await ask.reach) });
    all.add(wayOut.close);
    const { PATH, shared } = ground;
    const room = await rung.open({ root: ask.root, PATH, shared, ...view, wayOut });
    all.add(room.close);
    all.add(view.own.close); // what it is left with needs the room
    const walls: Walls = { room, wayOut, looked: new Set() };
    const first = await cellIn(ground, { walls, view });
    return { kind: first, enter: inTurn(ground, { walls, first, all }), close: all.close };
  } catch (error) {
    await all.close();
    throw error;
  }
}

/** What stays the same for all cells. */
interface Ground {
  readonly ask: PoolOptions;
  readonly PATH: string;
  readonly shared: Shared;
  readonly system: readonly Mount[];
  readonly tools: readonly Mount[];
}

interface Walls {
  readonly room: Room;
  readonly wayOut: WayOut;
  /** Those that were looked at from inside, as they were. */
  readonly looked: Set<string>;
}

/** What one cell shows, and what of it has to be taken away again. */
interface View {
  readonly state: State;
  readonly mounts: readonly Mount[];
  readonly own: Closing;
}

async function groundOf(ask: PoolOptions, all: Closing): Promise<Ground> {
  const { PATH = '', HOME = '/' } = ask.env;
  const shared = await makeShared();
  all.add(shared.remove);
  return {
    ...{ ask, PATH, shared },
    tools: toolView({ root: ask.root, PATH, home: HOME }),
    system: await systemView(shared.etc),
  };
}

/** As the tree is now: an agent may have made in it what is to be covered. */
async function viewFor({ ask, PATH, system, tools }: Ground): Promise<View> {
  const { root } = ask;
  const own = closing();
  try {
    const state = await makeState();
    own.add(state.remove);
    const tree = await protectTree({ ...ask, PATH, aside: state.aside, empty: state.empty });
    own.add(tree.release);
    await state.prepare([root, ...tools.map(({ at }) => at)]);
    const whole: Mount = { kind: 'write', from: root, at: root };
    return { state, mounts: [...system, ...ownView(state), ...tools, whole, ...tree.mounts], own };
  } catch (error) {
    await own.close();
    throw error;
  }
}

/** Walls that are the very same as ones that were looked at hold as those did. */
async function cellIn(ground: Ground, { walls, view }: { walls: Walls; view: View }): Promise<Cell> {
  const { root } = ground.ask;
  const { room, wayOut, looked } = walls;
  const { state, mounts, own } = view;
  own.add(room.leave);
  const cell = sealedCell({
    ...{ room, wayOut, home: { inside: INSIDE, outside: state.home }, disk: state.folder, close: own.close },
    env: {
      ...cleanEnvironment({ PATH: ground.PATH, home: INSIDE }),
      ...toolVariables(ground.PATH, ground.ask.env.HOME ?? '/'),
      ...separateFolders(root),
      ...GIT,
    },
  });
  const look = JSON.stringify(mounts).replaceAll(state.folder, '');
  if (!looked.has(look)) await testWalls(cell, { root, outside: state.aside });
  looked.add(look);
  return cell;
}

interface First {
  readonly walls: Walls;
  readonly first: Cell;
  readonly all: Closing;
}

/** One at a time: what is refused on the way out is told to whoever is in. */
function inTurn(ground: Ground, { walls, first, all }: First): SandboxPool['enter'] {
  let ready: Cell | undefined = first;
  let isIn = false;
  const next = async (around: NonNullable<Room['around']>): Promise<Cell> => {
    const view = await viewFor(ground);
    all.add(view.own.close);
    const room = { ...walls.room, ...around(view.mounts) };
    return cellIn(ground, { walls: { ...walls, room }, view });
  };
  return async () => {
    const { around, stands } = walls.room;
    if (isIn || !stands() || !(ready || around)) return null;
    isIn = true;
    const leave = () => {
      isIn = false;
    };
    try {
      const cell = ready ?? (around && (await next(around)));
      ready = undefined;
      return cell ? leftOnce(cell, leave) : null;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** However often it is closed: by the second time somebody else may be in. */
function leftOnce(cell: Cell, leave: () => void): Cell {
  let left: Promise<void> | undefined;
  const close = () => {
    left ??= cell.close().finally(leave);
    return left;
  };
  return { ...cell, close };
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
