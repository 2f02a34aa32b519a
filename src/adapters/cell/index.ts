// The ladder: the strongest walls that stand on this machine, or none where somebody said so, or a refusal.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Cell } from '../../ports.js';
import { registriesOf } from '../proxy/registries/index.js';
import { openWithoutWalls } from './open.js';
import { openPool, type PoolOptions, type SandboxPool } from './pool.js';
import { bubblewrap } from './rungs/bubblewrap.js';
import { NotHere, type Rung } from './rungs/rung.js';
import { spareUser } from './rungs/spare-user.js';
import type { Forbids } from './view/forbidden.js';

/** THE LIST of rungs, the strongest first. */
export const LADDER: readonly Rung[] = [bubblewrap, spareUser];

export interface CellAsk {
  /** The tree, absolute. */
  readonly root: string;
  /** `sandbox.hosts` of the configuration. */
  readonly hosts: readonly string[];
  /** `sandbox.required` of the configuration; `always` where strangers wrote what runs, and no configuration counts. */
  readonly required: boolean | 'always';
  /** Where crew runs: PATH, HOME, and what package managers read. Nothing of it goes inside but the PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The commit whose package managers' configuration counts; HEAD without it. */
  readonly at?: string | undefined;
  /** Workflow files may be changed. */
  readonly workflowFiles?: boolean | undefined;
  /** Folders that are not even seen; without it `.crew`. */
  readonly hidden?: readonly string[] | undefined;
  /** Files that are read, and written by nobody: crew's configuration, where it has another name. */
  readonly kept?: readonly string[] | undefined;
  /** What deny rules say of paths: not even read, or not written. */
  readonly forbids?: Forbids | undefined;
  /** How the registries of the commit are read; whoever opens several cells reads them once. */
  readonly registries?: typeof registriesOf | undefined;
  readonly ladder?: readonly Rung[] | undefined;
}

/** One rung, tried for real. */
export interface Tried {
  readonly name: string;
  readonly works: boolean;
  readonly found: string;
  readonly remedy: string;
}

const NO_REGISTRIES = Promise.resolve({ places: [], silent: [] });

/** Cells of one tree, each with nothing in it that an earlier one's commands left. */
export interface Cells {
  /** Of which kind they all are. */
  readonly kind: Pick<Cell, 'strength' | 'name' | 'home'>;
  /** Whoever is given one closes it. */
  next(): Promise<Cell>;
  /** When all of them are closed. */
  close(): Promise<void>;
}

/** Opens a cell for a tree on the first rung that bears. */
export async function openCell(ask: CellAsk): Promise<Cell> {
  const cells = await openCells(ask);
  const cell = await cells.next();
  const close = async () => {
    await cell.close();
    await cells.close();
  };
  return { ...cell, close };
}

/** Opens the way to cells for a tree on the first rung that bears. */
export async function openCells(ask: CellAsk): Promise<Cells> {
  const pool = await firstThatBears(ask);
  if (!pool) return withoutWalls(ask.env);
  const next = async () => {
    const cell = await pool.enter().catch(unlessNotHere);
    return cell ?? openCell(ask);
  };
  return { kind: pool.kind, next, close: pool.close };
}

/** The first is there for whoever comes, as with walls. */
async function withoutWalls({ PATH }: CellAsk['env']): Promise<Cells> {
  const first = await openWithoutWalls({ PATH });
  let ready: Cell | undefined = first;
  return {
    kind: first,
    async next() {
      const cell = ready ?? (await openWithoutWalls({ PATH }));
      ready = undefined;
      return cell;
    },
    close: first.close,
  };
}

/** Walls that stood a moment ago, and now do not, are tried once more from the ground. */
function unlessNotHere(error: unknown): null {
  if (error instanceof NotHere) return null;
  throw error;
}

/** Null where there may be none. */
async function firstThatBears(ask: CellAsk): Promise<SandboxPool | null> {
  const root = await realpath(ask.root);
  const ladder = ask.ladder ?? LADDER;
  // Package managers take their time to answer; where no rung is tried, nobody needs to know.
  const reach = ladder.length > 0 ? reachOf(ask, root) : NO_REGISTRIES;
  reach.catch(() => undefined); // it is heard where it is waited for
  const failed: Tried[] = [];
  for (const rung of ladder) {
    const opened = await tryRung(rung, {
      ...{ root, reach, env: ask.env, workflowFiles: ask.workflowFiles ?? false },
      hidden: ask.hidden ?? [path.join(root, '.crew')],
      kept: ask.kept,
      forbids: ask.forbids,
    });
    if ('pool' in opened) return opened.pool;
    failed.push(opened.failed);
  }
  if (!ask.required) return null;
  throw refusal(failed, ask.required);
}

async function reachOf({ registries: read = registriesOf, env, at, hosts }: CellAsk, root: string) {
  const registries = await read({ root, env, at });
  return { ...registries, places: [...hosts.map((host) => ({ host })), ...registries.places] };
}

/** Tries every rung on an empty tree, as `crew doctor` asks. */
export async function probeCells({ env, ladder = LADDER }: Pick<CellAsk, 'env' | 'ladder'>): Promise<readonly Tried[]> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'crew-probe-')));
  const tried: Tried[] = [];
  for (const rung of ladder) {
    const ask = { root, reach: NO_REGISTRIES, env, workflowFiles: false, hidden: [] };
    const opened = await tryRung(rung, ask);
    if ('failed' in opened) tried.push(opened.failed);
    else {
      tried.push({ name: rung.name, works: true, found: opened.pool.kind.name, remedy: '' });
      await opened.pool.close();
    }
  }
  await rm(root, { recursive: true, force: true });
  return tried;
}

async function tryRung(
  rung: Rung,
  ask: PoolOptions,
): Promise<{ readonly pool: SandboxPool } | { readonly failed: Tried }> {
  try {
    return { pool: await openPool(rung, ask) };
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    return { failed: { name: rung.name, works: false, found: error.found, remedy: error.remedy } };
  }
}

function refusal(failed: readonly Tried[], required: true | 'always'): UserError {
  const [first] = failed;
  const way =
    required === 'always'
      ? 'What comes from outside the repository runs within walls only, whatever sandbox.required says.'
      : 'Or set sandbox.required to false in .github/crew.yml, which lets commands do what you can do.';
  return new UserError({
    expected: 'a sandbox to run commands in',
    found: failed.map(({ name, found }) => `${name}: ${found}`).join('; '),
    remedy: [first?.remedy, way].filter(Boolean).join(' '),
    ends: 'refused',
  });
}
