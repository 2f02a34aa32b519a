// What a repository's pipeline is: as its configuration says, else as its manifests and its own CI show. Data in, data out.

import type { Workspace } from '../../ports/index.js';
import { ecosystems } from './ecosystems/index.js';
import { ASIDE, folderOf, inFolder, nameOf } from './folders.js';
import { json, texts, unreadIn } from './manifest-text.js';
import { leadsTo, programsOf } from './runner-starts.js';
import { type Draft, MINUTE, type Package, PURPOSES, type Step, type Tree, tool } from './step.js';
import { fileBelow, movedTo, treeBelow } from './subfolder.js';

export type { Package, Purpose, Step, Tree } from './step.js';

/** The section `verify` of the configuration, as far as it says what to run. */
export interface Configured {
  /** The folder that is the root of the project; the repository's own without it. */
  readonly root?: string | undefined;
  readonly setup: readonly string[];
  /** `timeout` in seconds. */
  readonly steps: readonly { readonly name: string; readonly run: string; readonly timeout: number }[];
}

export interface Detected {
  readonly steps: readonly Step[];
  readonly packages: readonly { readonly name: string; readonly folder: string; readonly ecosystem: string }[];
  /** Packages that were left out, since no changed file reaches them. */
  readonly unaffected: readonly string[];
  /** Manifests that cannot be read, so that nothing is known of what they would have run. */
  readonly unread: readonly string[];
}

/** The pipeline of a tree; of a changed one only what the changed files reach. */
export function detect(tree: Tree, { root = '.', ...configured }: Configured, changed?: readonly string[]): Detected {
  const folder = root.replace(/^\.\/|\/+$/g, '') || '.';
  if (folder === '.') return detectAt(tree, configured, changed);
  const below = changed?.flatMap((file) => fileBelow(folder, file) ?? []);
  return movedTo(folder, detectAt(treeBelow(tree, folder), configured, below));
}

function detectAt(tree: Tree, { setup, steps }: Configured, changed?: readonly string[]): Detected {
  const before = setup.map((command, n) => setupStep(command, n));
  if (steps.length > 0)
    return {
      steps: [...before, ...steps.map((each) => configured(each, tree))],
      packages: [],
      unaffected: [],
      unread: [],
    };
  const all = packagesOf(tree, changed !== undefined);
  const reached = changed === undefined ? all : affected(all, changed);
  return {
    steps: [...before, ...inOrder(reached)],
    packages: all.map(({ name, folder, ecosystem }) => ({ name, folder, ecosystem })),
    unaffected: all.filter((each) => !reached.includes(each) && each.steps.length > 0).map(({ name }) => name),
    unread: unreadIn(tree),
  };
}

/** Every ecosystem's packages; from those that only fill gaps, steps for what the others have none for. */
function packagesOf(tree: Tree, split: boolean): readonly Package[] {
  const found: Package[] = [];
  for (const { find, fills } of ecosystems) {
    const purposes = new Set(found.flatMap((each) => each.steps.map(({ purpose }) => purpose)));
    const packages = find(tree, split);
    found.push(
      ...(fills
        ? packages.map((each) => ({ ...each, steps: each.steps.filter((step) => !purposes.has(step.purpose)) }))
        : packages),
    );
  }
  return found.filter(({ steps, uses }) => steps.length > 0 || uses.length > 0);
}

/** By purpose, then as they were found. What is installed for all comes before everything else. */
function inOrder(packages: readonly Package[]): readonly Step[] {
  const drafts = packages.flatMap((each) => each.steps.map((draft) => ({ draft, of: each })));
  const sorted = PURPOSES.flatMap((purpose) => drafts.filter(({ draft }) => draft.purpose === purpose));
  const taken = new Set<string>();
  return sorted.map(({ draft, of }) => {
    const name = nameFor(draft, of, taken);
    taken.add(name);
    return stepOf(draft, { name, folder: of.folder });
  });
}

/** `test`, in a package `packages/a: test`; with the ecosystem, or a number, where that is taken. */
function nameFor(
  { purpose, label, named = purpose }: Draft,
  { folder, ecosystem }: Package,
  taken: ReadonlySet<string>,
): string {
  const plain = folder === '.' ? named : `${folder}: ${named}`;
  const names = [plain, `${plain} (${label ?? ecosystem})`, `${plain} (${ecosystem} ${label ?? 'again'})`];
  const free = names.find((each) => !taken.has(each));
  if (free !== undefined) return free;
  for (let n = 2; ; n += 1) if (!taken.has(`${plain} (${n})`)) return `${plain} (${n})`;
}

function stepOf(draft: Draft, { name, folder }: { name: string; folder: string }): Step {
  const { purpose, command, why, needs = [], leads, cwd = folder, timeoutMs, downloads = [] } = draft;
  const limit = timeoutMs ?? (purpose === 'test' ? 30 : 10) * MINUTE;
  const more = { ...(leads && { leads }), ...(downloads.length > 0 && { downloads }) };
  return { name, purpose, command, cwd, why, needs, timeoutMs: limit, ...more };
}

function setupStep(command: string, n: number): Step {
  const why = { is: 'configured', section: 'verify.setup' } as const;
  return { name: `setup ${n + 1}`, purpose: 'setup', command, cwd: '.', why, needs: [], timeoutMs: 15 * MINUTE };
}

/** A configured step may still lead to a runner that can be asked, through the scripts of the root's package. */
function configured({ name, run, timeout }: Configured['steps'][number], tree: Tree): Step {
  const scripts = texts(json(tree.text('package.json')).scripts);
  const packages = tree.files
    .filter((file) => nameOf(file) === 'package.json' && !ASIDE.test(file))
    .map((file) => ({ folder: folderOf(file), scripts: texts(json(tree.text(file)).scripts) }));
  const leads = leadsTo(run, { scripts, packages });
  const why = { is: 'configured', section: 'verify.steps' } as const;
  const needs = programsOf(run).slice(0, 5).map(tool);
  const purpose = leads || /\btests?\b/i.test(`${name} ${run}`) ? 'test' : 'build';
  return {
    name,
    purpose,
    command: run,
    cwd: '.',
    why,
    needs,
    timeoutMs: timeout * 1000,
    ...(leads ? { leads } : {}),
  };
}

/** Files at a package's root that others build on: with one of them changed, everything is. */
const SHARED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|uv\.lock|poetry\.lock|go\.work(?:\.sum)?|Cargo\.lock|package\.json|pnpm-workspace\.yaml|pyproject\.toml|Cargo\.toml|tsconfig[\w.-]*\.json|turbo\.json|nx\.json)$/;

/** The packages that changed files reach. Files that belong to nobody reach the packages of the root alone. */
export function affected(packages: readonly Package[], changed: readonly string[]): readonly Package[] {
  const inner = packages.filter(({ folder }) => folder !== '.');
  const touched = new Set<Package>();
  for (const file of changed) {
    const owners = ownersOf(file, inner);
    const all = owners.length === 0 && folderOf(file) === '.' && SHARED.test(file);
    for (const each of all ? packages : owners.length > 0 ? owners : packages.filter(({ folder }) => folder === '.'))
      touched.add(each);
  }
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const each of packages) if (usesOne(each, touched)) touched.add(each);
  }
  return packages.filter((each) => touched.has(each));
}

/** The innermost packages around a file; several ecosystems may share a folder. */
function ownersOf(file: string, packages: readonly Package[]): readonly Package[] {
  const around = packages.filter(({ folder }) => file.startsWith(`${folder}/`));
  const deepest = Math.max(0, ...around.map(({ folder }) => folder.length));
  return around.filter(({ folder }) => folder.length === deepest);
}

function usesOne({ ecosystem, uses }: Package, touched: ReadonlySet<Package>): boolean {
  return [...touched].some((each) => each.ecosystem === ecosystem && uses.includes(each.name));
}

const TELLING =
  /^(?:package\.json|\.npmrc|pnpm-workspace\.yaml|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|pytest\.ini|conftest\.py|tox\.ini|requirements[\w.-]*\.txt|Pipfile|\.tool-versions|\.ruby-version|go\.(?:mod|work)|Cargo\.toml|GNUmakefile|[Mm]akefile)$/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const PYTHON_TEST = /(?:^|\/)(?:test_[\w.-]*|[\w.-]*_test)\.py$/;

/** More is no longer read: a hostile tree must not hold up everything. */
const MOST = 2000;
const MOST_TESTS = 40;
const LONGEST = 512 * 1024;

/** Reads what detection needs of a tree. */
export async function readTree(workspace: Workspace): Promise<Tree> {
  const files = await workspace.files({});
  const tests = files.filter((file) => PYTHON_TEST.test(file)).slice(0, MOST_TESTS);
  const telling = files.filter((file) => TELLING.test(nameOf(file)) || WORKFLOW.test(file)).slice(0, MOST);
  const texts = new Map<string, string>();
  const there = new Set<string>();
  for (const file of [...telling, ...tests]) {
    const bytes = await workspace.read(file, { from: 0, to: LONGEST }).catch(() => null);
    if (bytes !== null) texts.set(file, Buffer.from(bytes).toString('utf8'));
  }
  for (const file of telling.filter((each) => nameOf(each) === 'package.json')) {
    const folder = inFolder(folderOf(file), 'node_modules');
    if (await workspace.look(folder).catch(() => null)) there.add(folder);
  }
  return { files, text: (file) => texts.get(file), has: (folder) => there.has(folder) };
}
