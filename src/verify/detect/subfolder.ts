// The setting `verify.root`: a view of a folder as if it were the whole repository, and the detected steps with paths from the repository's root.
// Pure. Used by index.ts.
import { inFolder } from './folders.js';
import type { Step, StepSource, Tree } from './step.js';

/** The path of a file relative to the folder; undefined if it is outside. */
export const fileBelow = (folder: string, file: string): string | undefined =>
  file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;

/** The tree of the folder. */
export function treeBelow(tree: Tree, folder: string): Tree {
  return {
    files: tree.files.flatMap((file) => fileBelow(folder, file) ?? []),
    text: (file) => tree.text(inFolder(folder, file)),
    has: (name) => tree.has(inFolder(folder, name)),
  };
}

interface DetectedSteps {
  readonly steps: readonly Step[];
  readonly packages: readonly { readonly name: string; readonly folder: string; readonly ecosystem: string }[];
  /** Names of packages, not paths. */
  readonly unaffected: readonly string[];
  readonly unread: readonly string[];
}

/** The steps that were detected in the folder, with paths from the repository's root. */
export function withFolder(folder: string, { steps, packages, unaffected, unread }: DetectedSteps): DetectedSteps {
  return {
    steps: steps.map((step) => stepIn(folder, step)),
    packages: packages.map((each) => ({ ...each, folder: at(folder, each.folder) })),
    unaffected,
    unread: unread.map((file) => inFolder(folder, file)),
  };
}

const at = (folder: string, below: string): string => (below === '.' ? folder : inFolder(folder, below));

function stepIn(folder: string, step: Step): Step {
  const { cwd, why, testRunners } = step;
  const scripts = testRunners?.scripts?.map((script) => ({ ...script, folder: at(folder, script.folder) }));
  return {
    ...step,
    cwd: at(folder, cwd),
    why: whyIn(folder, why),
    ...(testRunners && { testRunners: { ...testRunners, ...(scripts && { scripts }) } }),
  };
}

function whyIn(folder: string, why: StepSource): StepSource {
  if (why.is === 'configured') return why;
  if (why.is === 'missing') return { ...why, folder: at(folder, why.folder) };
  return { ...why, file: inFolder(folder, why.file) };
}
