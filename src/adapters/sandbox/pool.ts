// Opens the sandboxes of one tree, one after another, for index.ts. Network, proxy and the system's mounts are slow to create and hold no
// data of commands, so all sandboxes share them. Home, temporary files, processes and shared memory belong to one sandbox, and protected
// files of the tree are looked up for each. If the kernel cannot drop closed connections at once (TIME_WAIT), a pool opens only one
// sandbox.
import type { Command, CommandResult, Sandbox, TakeOptions } from '../../ports/index.js';
import type { Refusal } from '../proxy/allow-list.js';
import type { AllowedHost } from '../proxy/hosts.js';
import { type Egress, openEgress } from './egress.js';
import { cleanEnvironment, copyInsteadOfLink, runtimeVariables, WITHOUT_DOWNLOADS } from './environment.js';
import { createSandboxFolders, createSharedFolders, type SandboxFolders, type SharedFolders } from './folders.js';
import type { Isolation, SandboxLevel } from './levels/level.js';
import { STARTED } from './limits.js';
import { newMark } from './marked-processes.js';
import type { Forbids } from './mounts/denied-paths.js';
import { type GoCaches, goCachesFor, linkBuilds } from './mounts/go-caches.js';
import type { Mount } from './mounts/mount.js';
import { protectTree } from './mounts/protect-tree.js';
import { systemView } from './mounts/system.js';
import { toolVariables, toolView } from './mounts/tools.js';
import { runMarked } from './run-marked.js';
import { selfTest } from './self-test.js';
import { SAFE_PATH } from './system-programs.js';
import { takeFiles } from './take-files.js';

interface SealedOptions {
  readonly isolation: Pick<Isolation, 'name' | 'enter'>;
  readonly egress: Egress;
  readonly env: Readonly<Record<string, string>>;
  /** The home's path inside the sandbox and outside. */
  readonly home: { readonly inside: string; readonly outside: string };
  /** A folder on the disk that is watched for free space. */
  readonly disk: string;
  readonly close: () => Promise<void>;
}

/** A sandbox in a running isolation. */
function sealedSandbox({ isolation, egress, env, home, disk, close }: SealedOptions): Sandbox {
  const run = async (command: Command): Promise<CommandResult> => {
    const refused = new Map<string, Refusal>();
    const stopListening = egress.listen((refusal) => refused.set(refusal.host, refusal));
    const mark = newMark();
    const inside = { ...env, ...command.env, ...egress.env, ...mark.env };
    const entered = isolation.enter({ line: command.line, cwd: command.cwd, env: inside, mark });
    const result = await runMarked(command, {
      ...entered,
      mark,
      cwd: '/',
      env: { PATH: SAFE_PATH },
      startWord: STARTED,
      disk,
    });
    stopListening();
    return { ...result, refused: [...refused.values()] };
  };
  const take = (options: TakeOptions) => takeFiles(home.outside, options);
  return { strength: 'sealed', name: isolation.name, home: home.inside, run, takeFiles: take, close };
}

/** Cleanup functions, called in reverse order, each once. */
interface Cleanup {
  add(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

function newCleanup(): Cleanup {
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
  /** Awaited last, since package managers answer slowly. */
  readonly network: Promise<NetworkAccess>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workflowFiles: boolean;
  readonly hidden: readonly string[];
  readonly readOnly?: readonly string[] | undefined;
  readonly forbids?: Forbids | undefined;
  /** The code comes from outside the repository; it sees no caches of this machine. */
  readonly isForeignCode?: boolean | undefined;
}

/** The hosts that commands may reach. */
export interface NetworkAccess {
  readonly allowedHosts: readonly AllowedHost[];
  /** Names of package managers whose registries could not be determined. */
  readonly unknownDefaults?: readonly string[] | undefined;
}

/** Opens the sandboxes of one tree. */
export interface SandboxPool {
  /** The kind of its sandboxes. */
  readonly kind: Pick<Sandbox, 'strength' | 'name' | 'home'>;
  /** A new sandbox. Null if another one is open, if the level supports only one, or if the isolation has ended. */
  open(): Promise<Sandbox | null>;
  /** Also closes an open sandbox. */
  close(): Promise<void>;
}

/** Starts the isolation on one level and tests it from inside before the first command runs. */
export async function openPool(level: SandboxLevel, options: PoolOptions): Promise<SandboxPool> {
  const all = newCleanup();
  try {
    const base = await poolBase(options, all);
    const view = await viewFor(base);
    all.add(view.cleanup.close);
    const egress = await openEgress({ folder: base.shared.proxyFolder, ...(await options.network) });
    all.add(egress.close);
    const { PATH, shared } = base;
    const isolation = await level.open({ root: options.root, PATH, shared, ...view, egress });
    all.add(isolation.close);
    all.add(view.cleanup.close); // added again: the cleanup of the view must run before the isolation closes
    const state: PoolState = { isolation, egress, tested: new Set() };
    const first = await sandboxIn(base, { state, view });
    return { kind: first, open: oneAtATime(base, { state, first, all }), close: all.close };
  } catch (error) {
    await all.close();
    throw error;
  }
}

/** What the sandboxes of a pool share. */
interface PoolBase {
  readonly options: PoolOptions;
  readonly PATH: string;
  readonly shared: SharedFolders;
  readonly system: readonly Mount[];
  readonly tools: readonly Mount[];
  readonly goCaches: GoCaches;
}

interface PoolState {
  readonly isolation: Isolation;
  readonly egress: Egress;
  /** Mount lists that passed the self-test. */
  readonly tested: Set<string>;
}

/** The mounts of one sandbox, and how to remove them. */
interface SandboxView {
  readonly folders: SandboxFolders;
  readonly mounts: readonly Mount[];
  readonly cleanup: Cleanup;
}

async function poolBase(options: PoolOptions, all: Cleanup): Promise<PoolBase> {
  const { PATH = '', HOME = '/' } = options.env;
  const shared = await createSharedFolders();
  all.add(shared.remove);
  return {
    options,
    PATH,
    shared,
    tools: toolView({ root: options.root, PATH, home: HOME }),
    system: await systemView(shared.etc),
    goCaches: await goCachesFor(options.root, options.isForeignCode ? {} : options.env),
  };
}

/** The view of a new sandbox. Looks at the tree now, since an agent may have created files that must be protected. */
async function viewFor({ options, PATH, system, tools, goCaches }: PoolBase): Promise<SandboxView> {
  const { root } = options;
  const cleanup = newCleanup();
  try {
    const folders = await createSandboxFolders();
    cleanup.add(folders.remove);
    const tree = await protectTree({ ...options, PATH, scratch: folders.scratch, empty: folders.empty });
    cleanup.add(tree.release);
    await folders.prepare([root, ...tools.map(({ at }) => at)]);
    await linkBuilds(goCaches, folders.home);
    const wholeTree: Mount = { kind: 'write', from: root, at: root };
    const mounts = [...system, ...ownMounts(folders), ...tools, ...goCaches.mounts, wholeTree, ...tree.mounts];
    return { folders, mounts, cleanup };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

/** The sandbox of a view. It is tested from inside, unless a sandbox with the same mounts has passed the test. */
async function sandboxIn(base: PoolBase, { state, view }: { state: PoolState; view: SandboxView }): Promise<Sandbox> {
  const { root } = base.options;
  const { isolation, egress, tested } = state;
  const { folders, mounts, cleanup } = view;
  cleanup.add(isolation.leave);
  const sandbox = sealedSandbox({
    isolation,
    egress,
    home: { inside: HOME_INSIDE, outside: folders.home },
    disk: folders.folder,
    close: cleanup.close,
    env: {
      ...cleanEnvironment({ PATH: base.PATH, home: HOME_INSIDE }),
      ...toolVariables(base.PATH, base.options.env.HOME ?? '/'),
      ...runtimeVariables(base.PATH),
      ...copyInsteadOfLink(root),
      ...base.goCaches.env,
      ...WITHOUT_DOWNLOADS,
      ...GIT_VARIABLES,
    },
  });
  const layout = JSON.stringify(mounts).replaceAll(folders.folder, '');
  if (!tested.has(layout)) await selfTest(sandbox, { root, outsideFolder: folders.scratch });
  tested.add(layout);
  return sandbox;
}

interface FirstSandbox {
  readonly state: PoolState;
  readonly first: Sandbox;
  readonly all: Cleanup;
}

/** Only one sandbox at a time, since refused hosts are reported to the one that is open. */
function oneAtATime(base: PoolBase, { state, first, all }: FirstSandbox): SandboxPool['open'] {
  let unused: Sandbox | undefined = first;
  let isOpen = false;
  const next = async (withMounts: NonNullable<Isolation['withMounts']>): Promise<Sandbox> => {
    const view = await viewFor(base);
    all.add(view.cleanup.close);
    const isolation = { ...state.isolation, ...withMounts(view.mounts) };
    return sandboxIn(base, { state: { ...state, isolation }, view });
  };
  return async () => {
    const { withMounts, isAlive } = state.isolation;
    if (isOpen || !isAlive() || !(unused || withMounts)) return null;
    isOpen = true;
    const leave = () => {
      isOpen = false;
    };
    try {
      const sandbox = unused ?? (withMounts && (await next(withMounts)));
      unused = undefined;
      return sandbox ? closeOnce(sandbox, leave) : null;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Closing twice must not close the next sandbox. */
function closeOnce(sandbox: Sandbox, leave: () => void): Sandbox {
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= sandbox.close().finally(leave);
    return closed;
  };
  return { ...sandbox, close };
}

/** The home inside the sandbox; a path that no real system uses. */
const HOME_INSIDE = '/crew/home';

const ownMounts = ({ tmp, shm, home }: SandboxFolders): readonly Mount[] => [
  { kind: 'write', from: tmp, at: '/tmp' },
  { kind: 'write', from: shm, at: '/dev/shm' },
  { kind: 'write', from: home, at: HOME_INSIDE },
];

/** Git in the sandbox only reads, and the tree may belong to another user. */
const GIT_VARIABLES = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
} as const;
