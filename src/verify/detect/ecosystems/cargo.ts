// The ecosystem `cargo`: Cargo (Rust). Listed in index.ts.
import { inFolder, memberFolders, rootFolders } from '../folders.js';
import { record, string, strings, toml } from '../manifest-text.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, type Package, type StepDraft, type StepSource, type Tree, tool } from '../step.js';

const MANIFEST = 'Cargo.toml';

/**
 * Cargo. A workspace is built as a whole unless only some members are affected. The test harness has no stable machine-readable format, so
 * test names come from its output.
 */
export const cargo: Ecosystem = {
  name: 'cargo',
  find: (tree, split) =>
    rootFolders(tree.files, (name) => name === MANIFEST).flatMap((home) => cratesOf({ tree, home, split })),
};

const manifestIn = (tree: Tree, folder: string) => toml(tree.text(inFolder(folder, MANIFEST)));
const nameIn = (tree: Tree, folder: string) => string(record(manifestIn(tree, folder).package).name);

function cratesOf({ tree, home, split }: { tree: Tree; home: string; split: boolean }): readonly Package[] {
  const { workspace } = manifestIn(tree, home);
  const { members: patterns, exclude } = record(workspace);
  const not = strings(exclude).map((each) => `!${each}`);
  const folders = memberFolders({ files: tree.files, home, patterns: [...strings(patterns), ...not] }, MANIFEST);
  if (!split || folders.length === 0) {
    const name = nameIn(tree, home) ?? home;
    return [
      {
        ecosystem: 'cargo',
        name,
        folder: home,
        uses: [],
        steps: stepsOf({ tree, home, folder: home, of: workspace ? ' --workspace' : '' }),
      },
    ];
  }
  const crates = [...(nameIn(tree, home) ? [home] : []), ...folders];
  const names = crates.map((folder) => nameIn(tree, folder) ?? folder);
  return crates.map((folder, n): Package => {
    const manifest = manifestIn(tree, folder);
    const wanted = ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((each) =>
      Object.keys(record(manifest[each])),
    );
    const name = names[n] ?? folder;
    const uses = names.filter((each) => wanted.includes(each) && each !== name);
    return { ecosystem: 'cargo', name, folder, uses, steps: stepsOf({ tree, home, folder, of: ` -p ${name}` }) };
  });
}

function stepsOf({
  tree,
  home,
  folder,
  of,
}: {
  tree: Tree;
  home: string;
  folder: string;
  of: string;
}): readonly StepDraft[] {
  const why: StepSource = { is: 'file', file: inFolder(folder, MANIFEST) };
  const needs = [tool('cargo')];
  const test = `cargo test${of}${tree.files.includes(inFolder(home, 'Cargo.lock')) ? ' --locked' : ''}`;
  const clippy = ['clippy.toml', '.clippy.toml']
    .map((each) => inFolder(home, each))
    .find((each) => tree.files.includes(each));
  const locked = tree.files.includes(inFolder(home, 'Cargo.lock')) ? ' --locked' : '';
  const lint: StepDraft[] = clippy
    ? [
        {
          purpose: 'lint',
          command: `cargo clippy${of} --all-targets${locked}`,
          why: { is: 'file', file: clippy },
          needs,
          cwd: home,
        },
      ]
    : [];
  return [
    ...lint,
    { purpose: 'build', command: `cargo build${of}${locked}`, why, needs, cwd: home },
    { purpose: 'test', command: test, why, needs, cwd: home, testRunners: startedRunners(test) },
  ];
}
