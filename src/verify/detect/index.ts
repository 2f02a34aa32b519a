// Detects the pipeline of a repository: from its configuration, else from its manifests and its CI workflows. Used in all of src/verify,
// and by src/services, `crew verify`, src/action/verify.ts and src/workflows/fix/setup.ts.

import type { Workspace } from '../../ports/index.js';
import { ecosystems } from './ecosystems/index.js';
import { folderOf, inFolder, NOT_A_PROJECT, nameOf } from './folders.js';
import { json, texts, unreadIn } from './manifest-text.js';
import { programsOf, startedRunners } from './runner-starts.js';
import { MINUTE, type Package, PURPOSES, type Step, type StepDraft, type Tree, tool } from './step.js';
import { fileBelow, treeBelow, withFolder } from './subfolder.js';

export type { Package, Purpose, Step, Tree } from './step.js';

/** The settings of the section `verify` that say what to run. */
export interface VerifySettings {
  /** The project's root folder. Default: the root of the repository. */
  readonly root?: string | undefined;
  readonly setup: readonly string[];
  /** `timeout` in seconds. */
  readonly steps: readonly { readonly name: string; readonly run: string; readonly timeout: number }[];
}

/** The detected pipeline. */
export interface Detected {
  readonly steps: readonly Step[];
  readonly packages: readonly { readonly name: string; readonly folder: string; readonly ecosystem: string }[];
  /** Packages that were skipped because no changed file affects them. */
  readonly unaffected: readonly string[];
  /** Manifests that cannot be parsed; steps from them are missing. */
  readonly unread: readonly string[];
}

/** The pipeline of a tree. With `changed`, only the packages that these files affect. */
export function detect(tree: Tree, { root = '.', ...settings }: VerifySettings, changed?: readonly string[]): Detected {
  const folder = root.replace(/^\.\/|\/+$/g, '') || '.';
  if (folder === '.') return detectAt(tree, settings, changed);
  const below = changed?.flatMap((file) => fileBelow(folder, file) ?? []);
  return withFolder(folder, detectAt(treeBelow(tree, folder), settings, below));
}

function detectAt(tree: Tree, { setup, steps }: VerifySettings, changed?: readonly string[]): Detected {
  const setupSteps = setup.map((command, n) => setupStep(command, n));
  if (steps.length > 0)
    return {
      steps: [...setupSteps, ...steps.map((each) => configuredStep(each, tree))],
      packages: [],
      unaffected: [],
      unread: [],
    };
  const all = packagesOf(tree, changed !== undefined);
  const reached = changed === undefined ? all : affected(all, changed);
  return {
    steps: [...setupSteps, ...inOrder(reached)],
    packages: all.map(({ name, folder, ecosystem }) => ({ name, folder, ecosystem })),
    unaffected: all.filter((each) => !reached.includes(each) && each.steps.length > 0).map(({ name }) => name),
    unread: unreadIn(tree),
  };
}

/**
 * The packages of all ecosystems. A fallback ecosystem adds only steps with purposes that no ecosystem before it covers. `split`: see
 * Ecosystem.find.
 */
function packagesOf(tree: Tree, split: boolean): readonly Package[] {
  const found: Package[] = [];
  for (const { find, isFallback } of ecosystems) {
    const purposes = new Set(found.flatMap((each) => each.steps.map(({ purpose }) => purpose)));
    const packages = find(tree, split);
    found.push(
      ...(isFallback
        ? packages.map((each) => ({ ...each, steps: each.steps.filter((step) => !purposes.has(step.purpose)) }))
        : packages),
    );
  }
  return found.filter(({ steps, uses }) => steps.length > 0 || uses.length > 0);
}

/** Steps by purpose, then in the order of detection, each with a unique name. */
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

/**
 * The unique name of a step: its base name (by default its purpose), such as `test`, or `packages/a: test` in a package. If that name is
 * taken, the label (which tells steps of the same purpose apart), the ecosystem or a number is added.
 */
function nameFor(
  { purpose, label, baseName = purpose }: StepDraft,
  { folder, ecosystem }: Package,
  taken: ReadonlySet<string>,
): string {
  const plain = folder === '.' ? baseName : `${folder}: ${baseName}`;
  const names = [plain, `${plain} (${label ?? ecosystem})`, `${plain} (${ecosystem} ${label ?? 'again'})`];
  const free = names.find((each) => !taken.has(each));
  if (free !== undefined) return free;
  for (let n = 2; ; n += 1) if (!taken.has(`${plain} (${n})`)) return `${plain} (${n})`;
}

function stepOf(draft: StepDraft, { name, folder }: { name: string; folder: string }): Step {
  const { purpose, command, why, needs = [], testRunners, cwd = folder, timeoutMs, downloads = [] } = draft;
  const limit = timeoutMs ?? (purpose === 'test' ? 75 : 10) * MINUTE;
  const more = { ...(testRunners && { testRunners }), ...(downloads.length > 0 && { downloads }) };
  return { name, purpose, command, cwd, why, needs, timeoutMs: limit, ...more };
}

function setupStep(command: string, n: number): Step {
  const why = { is: 'configured', section: 'verify.setup' } as const;
  return { name: `setup ${n + 1}`, purpose: 'setup', command, cwd: '.', why, needs: [], timeoutMs: 15 * MINUTE };
}

/** A configured step. If its command starts a known test runner, also through package scripts, single test results are read. */
function configuredStep({ name, run, timeout }: VerifySettings['steps'][number], tree: Tree): Step {
  const scripts = texts(json(tree.text('package.json')).scripts);
  const packages = tree.files
    .filter((file) => nameOf(file) === 'package.json' && !NOT_A_PROJECT.test(file))
    .map((file) => ({ folder: folderOf(file), scripts: texts(json(tree.text(file)).scripts) }));
  const testRunners = startedRunners(run, { scripts, packages });
  const why = { is: 'configured', section: 'verify.steps' } as const;
  const needs = programsOf(run).slice(0, 5).map(tool);
  const purpose = testRunners || /\btests?\b/i.test(`${name} ${run}`) ? 'test' : 'build';
  return {
    name,
    purpose,
    command: run,
    cwd: '.',
    why,
    needs,
    timeoutMs: timeout * 1000,
    ...(testRunners ? { testRunners } : {}),
  };
}

/** Files of the root on which all packages depend: a change of one affects every package. */
const SHARED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|uv\.lock|poetry\.lock|go\.work(?:\.sum)?|Cargo\.lock|package\.json|pnpm-workspace\.yaml|pyproject\.toml|Cargo\.toml|tsconfig[\w.-]*\.json|turbo\.json|nx\.json)$/;

/**
 * The packages that changed files affect, including packages that use them. Files outside of all packages, except those in
 * SHARED, affect the root package only.
 */
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

/** The innermost packages that contain a file. Several ecosystems may share a folder. */
function ownersOf(file: string, packages: readonly Package[]): readonly Package[] {
  const around = packages.filter(({ folder }) => file.startsWith(`${folder}/`));
  const deepest = Math.max(0, ...around.map(({ folder }) => folder.length));
  return around.filter(({ folder }) => folder.length === deepest);
}

function usesOne({ ecosystem, uses }: Package, touched: ReadonlySet<Package>): boolean {
  return [...touched].some((each) => each.ecosystem === ecosystem && uses.includes(each.name));
}

/** Matches the files whose text detection reads. */
const MANIFESTS =
  /^(?:package\.json|\.npmrc|pnpm-workspace\.yaml|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|pytest\.ini|conftest\.py|tox\.ini|requirements[\w.-]*\.txt|Pipfile|\.tool-versions|\.ruby-version|go\.(?:mod|work)|Cargo\.toml|GNUmakefile|[Mm]akefile)$/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const PYTHON_TEST = /(?:^|\/)(?:test_[\w.-]*|[\w.-]*_test)\.py$/;

/** The most manifests, Python tests, and bytes of one file that are read, so that a hostile tree cannot delay detection. */
const MAX_MANIFESTS = 2000;
const MAX_TESTS = 40;
const MAX_BYTES = 512 * 1024;

/** Reads the file names of a working tree, and the texts of its manifests, CI workflows and some Python tests. */
export async function readTree(workspace: Workspace): Promise<Tree> {
  const files = await workspace.files({});
  const tests = files.filter((file) => PYTHON_TEST.test(file)).slice(0, MAX_TESTS);
  const manifests = files.filter((file) => MANIFESTS.test(nameOf(file)) || WORKFLOW.test(file)).slice(0, MAX_MANIFESTS);
  const texts = new Map<string, string>();
  const installed = new Set<string>();
  for (const file of [...manifests, ...tests]) {
    const bytes = await workspace.read(file, { from: 0, to: MAX_BYTES }).catch(() => null);
    if (bytes !== null) texts.set(file, Buffer.from(bytes).toString('utf8'));
  }
  for (const file of manifests.filter((each) => nameOf(each) === 'package.json')) {
    const folder = inFolder(folderOf(file), 'node_modules');
    if (await workspace.entryAt(folder).catch(() => null)) installed.add(folder);
  }
  return { files, text: (file) => texts.get(file), has: (folder) => installed.has(folder) };
}
