// Packages with a package.json: their scripts become steps. In a workspace, each package has its own steps, unless a script of the root covers the
// whole workspace. Used by the ecosystems npm, pnpm, yarn and bun.
import { folderOf, inFolder, memberFolders, rootFolders } from '../folders.js';
import { json, record, string, strings, texts, yaml } from '../manifest-text.js';
import { calledScripts, type PackageScripts, programsOf, type Scripts, startedRunners } from '../runner-starts.js';
import {
  type Ecosystem,
  MINUTE,
  type Package,
  type Purpose,
  type RequiredTool,
  type StepDraft,
  type Tree,
  tool,
} from '../step.js';
import { isManagedBy, type NodeManager } from './node-manager.js';

const MANIFEST = 'package.json';

/** Script names for each purpose. The first one that exists counts. */
const SCRIPTS: readonly (readonly [Purpose, readonly string[]])[] = [
  ['lint', ['lint']],
  ['types', ['types', 'typecheck', 'type-check', 'check-types', 'check:types', 'tsc']],
  ['build', ['build']],
  ['test', ['test']],
];

/** Matches a root script that runs the scripts of the packages. The packages' own scripts are used instead. */
const DELEGATES =
  /(?:^|\s)(?:--workspaces?|-ws|-r|--recursive|workspaces|turbo|nx|lerna|wsrun|wireit|moon|ultra|rush|rushx)(?:[\s=]|$)/;

/** Matches the script `test` that `npm init` writes. */
const NO_TEST = /no test specified/;

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** The ecosystem of a package manager. */
export function nodeEcosystem(manager: NodeManager): Ecosystem {
  return {
    name: manager.name,
    find: (tree) =>
      rootFolders(tree.files, (name) => name === MANIFEST)
        .filter((home) => isManagedBy(manager.name, tree, home))
        .flatMap((home) => packagesOf({ tree, home, manager })),
  };
}

/** A root folder with a package.json. */
interface RootPackage {
  readonly tree: Tree;
  readonly home: string;
  readonly manager: NodeManager;
}

const manifestIn = (tree: Tree, folder: string) => json(tree.text(inFolder(folder, MANIFEST)));

function packagesOf(at: RootPackage): readonly Package[] {
  const { tree, home, manager } = at;
  const folders = memberFolders({ files: tree.files, home, patterns: patternsOf(at) }, MANIFEST);
  const packages = [home, ...folders].map((folder) => ({ folder, scripts: texts(manifestIn(tree, folder).scripts) }));
  const named = new Set(folders.map((folder) => string(manifestIn(tree, folder).name) ?? folder));
  const byFolder = new Map(folders.map((folder) => [folder, draftsIn(folder, { ...at, packages })]));
  const coveredByPackages = new Set([...byFolder.values()].flat().map(({ draft }) => draft.purpose));
  // Purposes without a script in the packages, such as nx targets, are started from the root.
  const own = [...draftsIn(home, { ...at, packages }), ...nxDrafts(at)].filter(
    ({ draft, delegates }) => !delegates || !coveredByPackages.has(draft.purpose),
  );
  const coveredByRoot = new Set(own.map(({ draft }) => draft.purpose));
  const root: Package = {
    ecosystem: manager.name,
    name: string(manifestIn(tree, home).name) ?? home,
    folder: home,
    // A root script covers all packages, so a change in any of them affects it.
    uses: own.length > 0 ? [...named] : [],
    steps: [...installOf(at), ...own.map(({ draft }) => draft)],
  };
  const inside = folders.map((folder): Package => {
    const manifest = manifestIn(tree, folder);
    const uses = DEPENDENCIES.flatMap((each) => Object.keys(record(manifest[each]))).filter((each) => named.has(each));
    const steps = (byFolder.get(folder) ?? []).flatMap(({ draft }) =>
      coveredByRoot.has(draft.purpose) ? [] : [draft],
    );
    return { ecosystem: manager.name, name: string(manifest.name) ?? folder, folder, uses: [...new Set(uses)], steps };
  });
  return [root, ...inside];
}

/** nx defines targets in its own files; without a root script all test targets run. */
function nxDrafts({ tree, home }: RootPackage): readonly { draft: StepDraft; delegates: boolean }[] {
  const manifest = manifestIn(tree, home);
  const file = inFolder(home, 'nx.json');
  const hasNx = DEPENDENCIES.some((each) => 'nx' in record(manifest[each]));
  const declared = texts(manifest.scripts).test;
  if (!tree.files.includes(file) || !hasNx || (declared !== undefined && !NO_TEST.test(declared))) return [];
  const command = 'npx nx run-many -t test';
  const draft: StepDraft = { purpose: 'test', command, why: { is: 'file', file }, needs: [tool('npx')] };
  return [{ draft, delegates: true }];
}

function patternsOf({ tree, home }: RootPackage): readonly string[] {
  const { workspaces } = manifestIn(tree, home);
  const declared = Array.isArray(workspaces) ? strings(workspaces) : strings(record(workspaces).packages);
  return [...declared, ...strings(yaml(tree.text(inFolder(home, 'pnpm-workspace.yaml'))).packages)];
}

interface ScriptsOf {
  readonly folder: string;
  readonly scripts: Scripts;
  readonly manager: NodeManager;
}

interface Workspace extends RootPackage {
  readonly packages: readonly PackageScripts[];
}

function draftsIn(
  folder: string,
  { tree, home, manager, packages }: Workspace,
): readonly { draft: StepDraft; delegates: boolean }[] {
  const of: ScriptsOf = { folder, scripts: texts(manifestIn(tree, folder).scripts), manager };
  const covered = scriptsOfTests('test', of);
  return SCRIPTS.flatMap(([purpose, names]) => {
    const name = names.find((each) => of.scripts[each] !== undefined);
    const script = name === undefined ? '' : (of.scripts[name] ?? '');
    if (name === undefined || script.trim() === '' || (purpose === 'test' && NO_TEST.test(script))) return [];
    if (purpose !== 'test' && covered.has(name) && !NO_TEST.test(of.scripts.test ?? '')) return [];
    const delegates = DELEGATES.test(script);
    if (purpose !== 'test') return [{ draft: draftOf(of, { purpose, name }), delegates }];
    const test = draftOf(of, { purpose, name });
    const testRunners = startedRunners(test.command, {
      scripts: of.scripts,
      packages,
      canSetScriptShell: hasOwnShell(manager, tree, home),
    });
    return [{ draft: { ...test, testRunners }, delegates }];
  });
}

function draftOf(
  { folder, scripts, manager }: ScriptsOf,
  { purpose, name }: { purpose: Purpose; name: string },
): StepDraft {
  const programs = programsOf(scripts[name] ?? '', scripts).map((program) => installed(program, folder));
  const why = { is: 'script', file: inFolder(folder, MANIFEST), name } as const;
  return { purpose, command: manager.run(name), why, needs: [tool(manager.name), ...programs] };
}

/** The scripts that the test script runs, directly or indirectly. They do not become steps of their own. */
function scriptsOfTests(test: string, { scripts }: ScriptsOf): ReadonlySet<string> {
  const ran = new Set<string>();
  const open = [test];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const around of [`pre${name}`, name, `post${name}`]) {
      if (ran.has(around) || scripts[around] === undefined) continue;
      ran.add(around);
      open.push(...calledScripts(scripts[around], scripts));
    }
  return ran;
}

/** Whether the shell for scripts can be configured. Yarn 2 and later and Bun have a built-in shell. */
function hasOwnShell({ name }: NodeManager, tree: Tree, home: string): boolean {
  const version = /^yarn@(\d+)/.exec(string(manifestIn(tree, home).packageManager) ?? '')?.[1];
  const isModern = version === undefined ? tree.files.includes(inFolder(home, '.yarnrc.yml')) : Number(version) > 1;
  return name === 'npm' || name === 'pnpm' || (name === 'yarn' && !isModern);
}

function installOf({ tree, home, manager }: RootPackage): readonly StepDraft[] {
  const manifest = manifestIn(tree, home);
  const hasDependencies = DEPENDENCIES.some((each) => Object.keys(record(manifest[each])).length > 0);
  const isInstalled = tree.has(inFolder(home, 'node_modules')) || tree.files.includes(inFolder(home, '.pnp.cjs'));
  if (!hasDependencies || isInstalled) return [];
  const frozen = tree.files.some((file) => folderOf(file) === home && LOCK.test(file));
  const why = { is: 'missing', folder: inFolder(home, 'node_modules') } as const;
  const command = manager.install(frozen);
  const wanted = new Set(DEPENDENCIES.flatMap((each) => Object.keys(record(manifest[each]))));
  const downloads = DOWNLOADERS.filter((name) => wanted.has(name));
  return [{ purpose: 'install', command, why, needs: [tool(manager.name)], timeoutMs: 15 * MINUTE, downloads }];
}

/** Packages that download browsers or binaries when they are installed. */
const DOWNLOADERS = [
  'puppeteer',
  'playwright',
  '@playwright/test',
  'cypress',
  'electron',
  'chromedriver',
  'geckodriver',
];

const LOCK = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

/** A program in node_modules/.bin of the folder or of a parent folder, else in PATH. */
function installed(program: string, folder: string): RequiredTool {
  const depth = folder === '.' ? 0 : folder.split('/').length;
  const bins = Array.from({ length: depth + 1 }, (_, n) => `${'../'.repeat(n)}node_modules/.bin`);
  return { name: program, probe: `PATH=${bins.join(':')}:$PATH; command -v ${program}`, exits: [126, 127] };
}
