// The ladder: the strongest walls that stand on this machine, or none where somebody said so, or a refusal.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Cell } from '../../ports.js';
import { registriesOf } from '../proxy/registries/index.js';
import { openWithoutWalls } from './open.js';
import { type OpenAsk, openOn } from './open-on.js';
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
  /** `sandbox.required` of the configuration. */
  readonly required: boolean;
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

const NO_REGISTRIES = { places: [], silent: [] } as const;

/** Opens a cell for a tree on the first rung that bears. */
export async function openCell(ask: CellAsk): Promise<Cell> {
  const root = await realpath(ask.root);
  const ladder = ask.ladder ?? LADDER;
  // Package managers take their time to answer; where no rung is tried, nobody needs to know.
  const { registries: read = registriesOf, env, at } = ask;
  const registries = ladder.length > 0 ? await read({ root, env, at }) : NO_REGISTRIES;
  const places = [...ask.hosts.map((host) => ({ host })), ...registries.places];
  const failed: Tried[] = [];
  for (const rung of ladder) {
    const opened = await tryRung(rung, {
      ...{ root, places, silent: registries.silent, env: ask.env, workflowFiles: ask.workflowFiles ?? false },
      hidden: ask.hidden ?? [path.join(root, '.crew')],
      kept: ask.kept,
      forbids: ask.forbids,
    });
    if ('cell' in opened) return opened.cell;
    failed.push(opened.failed);
  }
  if (!ask.required) return openWithoutWalls({ PATH: ask.env.PATH });
  throw refusal(failed);
}

/** Tries every rung on an empty tree, as `crew doctor` asks. */
export async function probeCells({ env, ladder = LADDER }: Pick<CellAsk, 'env' | 'ladder'>): Promise<readonly Tried[]> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'crew-probe-')));
  const tried: Tried[] = [];
  for (const rung of ladder) {
    const opened = await tryRung(rung, { root, places: [], env, workflowFiles: false, hidden: [] });
    if ('failed' in opened) tried.push(opened.failed);
    else {
      tried.push({ name: rung.name, works: true, found: opened.cell.name, remedy: '' });
      await opened.cell.close();
    }
  }
  await rm(root, { recursive: true, force: true });
  return tried;
}

async function tryRung(rung: Rung, ask: OpenAsk): Promise<{ readonly cell: Cell } | { readonly failed: Tried }> {
  try {
    return { cell: await openOn(rung, ask) };
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    return { failed: { name: rung.name, works: false, found: error.found, remedy: error.remedy } };
  }
}

function refusal(failed: readonly Tried[]): UserError {
  const [first] = failed;
  return new UserError({
    expected: 'a sandbox to run commands in',
    found: failed.map(({ name, found }) => `${name}: ${found}`).join('; '),
    remedy: `${first?.remedy ?? ''} Or set sandbox.required to false in .github/crew.yml, which lets commands do what you can do.`,
    ends: 'refused',
  });
}
