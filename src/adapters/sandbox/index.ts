// Opens sandboxes on the strongest level that works on this machine, for src/services and `crew doctor`. If no level works, commands run
// unsandboxed if the configuration allows that; otherwise opening fails.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { Sandbox } from '../../ports/index.js';
import { registriesOf } from '../proxy/registries/index.js';
import { bubblewrap } from './levels/bubblewrap.js';
import type { SandboxLevel } from './levels/level.js';
import { unprivilegedUser } from './levels/unprivileged-user.js';
import type { Forbids } from './mounts/denied-paths.js';
import { type NetworkAccess, openPool, type PoolOptions, type SandboxPool } from './pool.js';
import { LevelUnavailable } from './system-programs.js';
import { openUnsandboxed } from './unsandboxed.js';

/** All levels, strongest first. */
export const LEVELS: readonly SandboxLevel[] = [bubblewrap, unprivilegedUser];

/** What is needed to open a sandbox for a tree. */
export interface SandboxOptions {
  /** The tree, absolute. */
  readonly root: string;
  /** `sandbox.hosts` of the configuration. */
  readonly hosts: readonly string[];
  /** `sandbox.required`. `always`: the code comes from outside the repository, and the configuration cannot lift the requirement. */
  readonly required: boolean | 'always';
  /** crew's environment: PATH, HOME, and what package managers read. Only PATH is passed into the sandbox. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The commit whose package manager configuration counts. Default: HEAD. */
  readonly commit?: string | undefined;
  /** Workflow files may be changed. */
  readonly workflowFiles?: boolean | undefined;
  /** Folders that are hidden. Default: `.crew`. */
  readonly hidden?: readonly string[] | undefined;
  /** Files that are read-only: crew's configuration, if it has another name. */
  readonly readOnly?: readonly string[] | undefined;
  /** Paths that deny rules hide or make read-only. */
  readonly forbids?: Forbids | undefined;
  /** Reads the registries of the commit. Callers that open several sandboxes pass a cached function. */
  readonly registries?: typeof registriesOf | undefined;
  /** Default: all levels. */
  readonly levels?: readonly SandboxLevel[] | undefined;
}

/** The result of trying one level. */
export interface TriedLevel {
  readonly name: string;
  readonly works: boolean;
  /** The program and its version, or why the level does not work. */
  readonly found: string;
  /** Empty if the level works. */
  readonly remedy: string;
}

const NO_REGISTRIES = Promise.resolve({ allowedHosts: [], unknownDefaults: [] });

/** A prepared level that opens sandboxes of one tree. Nothing that commands leave behind in one of them is visible in the next. */
export interface SandboxSupply {
  /** The kind of all these sandboxes. */
  readonly kind: Pick<Sandbox, 'strength' | 'name' | 'home'>;
  /** Opens another sandbox. The caller closes it. */
  next(): Promise<Sandbox>;
  /** To be called when every sandbox is closed. */
  close(): Promise<void>;
}

/** Opens a sandbox for a tree on the strongest level that works. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const supply = await openSandboxes(options);
  const sandbox = await supply.next();
  const close = async () => {
    await sandbox.close();
    await supply.close();
  };
  return { ...sandbox, close };
}

/** Prepares sandboxes for a tree on the strongest level that works. */
export async function openSandboxes(options: SandboxOptions): Promise<SandboxSupply> {
  const pool = await firstWorkingLevel(options);
  if (!pool) return unsandboxed(options.env);
  const next = async () => {
    const sandbox = await pool.open().catch(nullIfUnavailable);
    return sandbox ?? openSandbox(options);
  };
  return { kind: pool.kind, next, close: pool.close };
}

/** The first environment is created at once, because `kind` describes it; the first call of `next` returns it. */
async function unsandboxed({ PATH }: SandboxOptions['env']): Promise<SandboxSupply> {
  const first = await openUnsandboxed({ PATH });
  let unused: Sandbox | undefined = first;
  return {
    kind: first,
    async next() {
      const sandbox = unused ?? (await openUnsandboxed({ PATH }));
      unused = undefined;
      return sandbox;
    },
    close: first.close,
  };
}

/** An isolation that broke (its holder was killed) is not an error: the caller opens a new one. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof LevelUnavailable) return null;
  throw error;
}

/** Null if no level works and the configuration requires none. */
async function firstWorkingLevel(options: SandboxOptions): Promise<SandboxPool | null> {
  const root = await realpath(options.root);
  const levels = options.levels ?? LEVELS;
  // Started now, since package managers answer slowly; not needed if there is no level to try.
  const network = levels.length > 0 ? networkAccessOf(options, root) : NO_REGISTRIES;
  network.catch(() => undefined); // `openPool` awaits it later; without a handler a rejection would end the process
  const failed: TriedLevel[] = [];
  for (const level of levels) {
    const opened = await tryLevel(level, {
      root,
      network,
      env: options.env,
      workflowFiles: options.workflowFiles ?? false,
      hidden: options.hidden ?? [path.join(root, '.crew')],
      readOnly: options.readOnly,
      forbids: options.forbids,
      isForeignCode: options.required === 'always',
    });
    if ('pool' in opened) return opened.pool;
    failed.push(opened.failed);
  }
  if (!options.required) return null;
  throw refusal(failed, options.required);
}

/** The hosts of the configuration and of the project's registries. */
async function networkAccessOf(
  { registries: read = registriesOf, env, commit, hosts }: SandboxOptions,
  root: string,
): Promise<NetworkAccess> {
  const registries = await read({ root, env, commit });
  return { ...registries, allowedHosts: [...hosts.map((host) => ({ host })), ...registries.allowedHosts] };
}

/** Tries every level on an empty tree, for `crew doctor`. */
export async function probeSandboxLevels({
  env,
  levels = LEVELS,
}: Pick<SandboxOptions, 'env' | 'levels'>): Promise<readonly TriedLevel[]> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'crew-probe-')));
  const tried: TriedLevel[] = [];
  for (const level of levels) {
    const options = { root, network: NO_REGISTRIES, env, workflowFiles: false, hidden: [] };
    const opened = await tryLevel(level, options);
    if ('failed' in opened) tried.push(opened.failed);
    else {
      tried.push({ name: level.name, works: true, found: opened.pool.kind.name, remedy: '' });
      await opened.pool.close();
    }
  }
  await rm(root, { recursive: true, force: true });
  return tried;
}

async function tryLevel(
  level: SandboxLevel,
  options: PoolOptions,
): Promise<{ readonly pool: SandboxPool } | { readonly failed: TriedLevel }> {
  try {
    return { pool: await openPool(level, options) };
  } catch (error) {
    if (!(error instanceof LevelUnavailable)) throw error;
    return { failed: { name: level.name, works: false, found: error.found, remedy: error.remedy } };
  }
}

function refusal(failed: readonly TriedLevel[], required: true | 'always'): UserError {
  const [first] = failed;
  const alternative =
    required === 'always'
      ? 'Code from outside the repository runs only in a sandbox, whatever sandbox.required says.'
      : 'Or set sandbox.required to false in .github/crew.yml, which lets commands do what you can do.';
  return new UserError({
    expected: 'a sandbox to run commands in',
    found: failed.map(({ name, found }) => `${name}: ${found}`).join('; '),
    remedy: [first?.remedy, alternative].filter(Boolean).join(' '),
    ends: 'refused',
  });
}

export type SandboxFinding =
  | { readonly name: string; readonly is: 'there'; readonly found: string }
  | { readonly name: string; readonly is: 'missing' | 'limited'; readonly found: string; readonly remedy: string };

/**
 * Lines of `crew doctor` about the sandbox: the level in use, or why there is none. Stronger levels that do not work are listed with
 * their remedy.
 */
export function sandboxFindings(
  tried: readonly TriedLevel[],
  { required }: { readonly required: boolean },
): readonly SandboxFinding[] {
  const firstWorking = tried.findIndex(({ works }) => works);
  const unavailable = (firstWorking < 0 ? tried : tried.slice(0, firstWorking)).map(
    ({ name, found, remedy }): SandboxFinding => ({ name: `sandbox: ${name}`, is: 'limited', found, remedy }),
  );
  const [first] = tried;
  const usedLevel = tried[firstWorking];
  if (usedLevel)
    return [
      {
        name: 'sandbox',
        is: 'there',
        found:
          firstWorking === 0
            ? `${usedLevel.found} (full isolation)`
            : `${usedLevel.found} (level ${firstWorking + 1} of ${tried.length} levels)`,
      },
      ...unavailable,
    ];
  if (!required)
    return [
      {
        name: 'sandbox',
        is: 'limited',
        found: 'none: commands run as you, since sandbox.required is false',
        remedy: first?.remedy ?? '',
      },
      ...unavailable,
    ];
  return [
    {
      name: 'sandbox',
      is: 'missing',
      found: 'none: agents run no commands here; `crew verify` runs your own code without one',
      remedy: first?.remedy ?? '',
    },
    ...unavailable,
  ];
}
