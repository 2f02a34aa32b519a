// The types of detection: steps of a pipeline, packages, the tree that is read, and the interface of an ecosystem. Used by detection, the
// ecosystems, the pipeline, ../setup-action.ts and ../test-commands.ts.
import type { StepSource } from '../../text/lang/verify/index.js';
import type { SelectedTest } from '../records.js';

/** The purposes of steps, in the order in which they run. */
export const PURPOSES = ['setup', 'install', 'lint', 'types', 'build', 'test'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type { StepSource };

/** A required tool, and a command that fails if it is missing. The command runs only if the step's exit code suggests that. */
export interface RequiredTool {
  readonly name: string;
  readonly probe: string;
  /** The exit codes of a step if the tool is missing; 126 and 127 come from the shell. */
  readonly exits: readonly number[];
}

/** The test runners that a step starts, and how each can be made to report results. */
export interface StartedRunners {
  /** All runners by name, including those that the command starts directly. */
  readonly runners: readonly string[];
  /** Package scripts that the command may run and that start a runner, each with its folder. */
  readonly scripts?: readonly { readonly folder: string; readonly text: string }[] | undefined;
  /** The only runner, if a caller starts it whose scripts cannot be changed; with the words of the runner's command. */
  readonly runByCaller?:
    | { readonly runner: string; readonly words: readonly string[]; readonly takesArguments: boolean }
    | undefined;
  /** The module path by which results name packages (Go). */
  readonly module?: string | undefined;
}

/** A command of the pipeline. */
export interface Step {
  /** Unique in its pipeline. */
  readonly name: string;
  readonly purpose: Purpose;
  /** The command line. */
  readonly command: string;
  /** The folder, relative to the root; '.' is the root. */
  readonly cwd: string;
  readonly why: StepSource;
  readonly needs: readonly RequiredTool[];
  readonly testRunners?: StartedRunners | undefined;
  readonly timeoutMs: number;
  /** Packages whose install scripts download browsers or binaries, which a sandbox skips. */
  readonly downloads?: readonly string[] | undefined;
  /** If set, only these tests are to run, provided that the runner can select tests. */
  readonly only?: readonly SelectedTest[] | undefined;
}

/** A part of the repository that is built and tested separately. */
export interface Package {
  readonly ecosystem: string;
  readonly name: string;
  /** Relative to the root; '.' is the root. */
  readonly folder: string;
  /** Names of other packages of the repository that it uses. */
  readonly uses: readonly string[];
  readonly steps: readonly StepDraft[];
}

/** A step before it is placed in a pipeline. */
export interface StepDraft {
  readonly purpose: Purpose;
  readonly command: string;
  readonly why: StepSource;
  readonly needs?: readonly RequiredTool[] | undefined;
  readonly testRunners?: StartedRunners | undefined;
  /** Its folder. Default: the package's folder. */
  readonly cwd?: string | undefined;
  readonly downloads?: readonly string[] | undefined;
  /** Distinguishes it from other steps with the same purpose. */
  readonly label?: string | undefined;
  /** The name of the step, before a folder or a label is added. Default: its purpose. */
  readonly baseName?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The file names of a repository, and the texts of its manifests and workflows, read beforehand. */
export interface Tree {
  readonly files: readonly string[];
  /** The text of a file that `readTree` read; undefined for other files. */
  readonly text: (file: string) => string | undefined;
  /** Whether a folder exists that git ignores, such as installed dependencies. */
  readonly has: (folder: string) => boolean;
}

/** An ecosystem: finds packages and their steps. */
export interface Ecosystem {
  readonly name: string;
  /** With `split`, returns the packages of a workspace separately, because only some of them will run. */
  readonly find: (tree: Tree, split: boolean) => readonly Package[];
  /** Its steps are used only for purposes that no other ecosystem covers. */
  readonly isFallback?: boolean | undefined;
}

/** In milliseconds. */
export const MINUTE = 60_000;

/** A program that must be in PATH. */
export function tool(name: string): RequiredTool {
  return { name, probe: `command -v ${name}`, exits: [126, 127] };
}
