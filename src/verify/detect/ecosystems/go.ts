// The ecosystem `go`: Go modules. Listed in index.ts.
import { inFolder, rootFolders } from '../folders.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, type Package, type StepDraft, type StepSource, type Tree, tool } from '../step.js';

const LINTERS = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];

/** Go: one package for each module, including the modules of a workspace (`go.work`). */
export const go: Ecosystem = {
  name: 'go',
  find(tree) {
    const workspaces = rootFolders(tree.files, (name) => name === 'go.work');
    const modules =
      workspaces.length > 0
        ? workspaces.flatMap((home) => modulesOfWorkspace(tree, home))
        : rootFolders(tree.files, (name) => name === 'go.mod');
    const names = new Map(modules.map((folder) => [moduleOf(tree, folder), folder]));
    return modules.map((folder) => moduleIn(folder, { tree, names: [...names.keys()] }));
  },
};

function modulesOfWorkspace(tree: Tree, home: string): readonly string[] {
  const text = (tree.text(inFolder(home, 'go.work')) ?? '').replace(/\/\/.*$/gm, '');
  const blocks = [...text.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, block = '']) => block.split('\n'));
  const lines = [...text.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, one = '']) => one);
  return [...blocks, ...lines]
    .map((each) =>
      each
        .trim()
        .replace(/^\.\/?/, '')
        .replace(/\/$/, ''),
    )
    .map((each) => (each === '' ? home : inFolder(home, each)))
    .filter((folder) => tree.files.includes(inFolder(folder, 'go.mod')));
}

function moduleOf(tree: Tree, folder: string): string {
  return /^module\s+"?([^\s"]+)/m.exec(tree.text(inFolder(folder, 'go.mod')) ?? '')?.[1] ?? folder;
}

function moduleIn(folder: string, { tree, names }: { tree: Tree; names: readonly string[] }): Package {
  const file = inFolder(folder, 'go.mod');
  const text = tree.text(file) ?? '';
  const name = moduleOf(tree, folder);
  const why: StepSource = { is: 'file', file };
  const needs = [tool('go')];
  const linter = LINTERS.map((each) => inFolder(folder, each)).find((each) => tree.files.includes(each));
  const testRunners = startedRunners('go test ./...', { module: name });
  const steps: StepDraft[] = [
    { purpose: 'lint', label: 'vet', command: 'go vet ./...', why, needs },
    { purpose: 'build', command: 'go build ./...', why, needs },
    { purpose: 'test', command: 'go test ./...', why, needs, testRunners },
  ];
  const lint: StepDraft[] = linter
    ? [
        {
          purpose: 'lint',
          command: 'golangci-lint run',
          why: { is: 'file', file: linter },
          needs: [tool('golangci-lint')],
        },
      ]
    : [];
  const uses = names.filter(
    (each) =>
      each !== name &&
      new RegExp(`^\\s*(?:require\\s+)?${each.replace(/[.+?^${}()|[\]\\*]/g, '\\$&')}\\s`, 'm').test(text),
  );
  return { ecosystem: 'go', name, folder, uses, steps: [...lint, ...steps] };
}
