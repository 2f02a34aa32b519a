// What detection works on, and what it gives: data, so that it can be shown, tested and configured away.
import type { Why } from '../../text/lang/verify/index.js';
import type { Chosen } from '../records.js';

/** What a step is for, in the order in which a pipeline runs. */
export const PURPOSES = ['setup', 'install', 'lint', 'types', 'build', 'test'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type { Why };

/** Something that must be there, and a command line that says whether it is. It is asked when a step ended as if it were not. */
export interface Need {
  readonly name: string;
  readonly probe: string;
  /** With which exit codes a step ends that misses it; 126 and 127 are the shell's own. */
  readonly exits: readonly number[];
}

/** How results are asked for: which runners a step's command starts, and how each can be reached. */
export interface Leads {
  /** By name; those that the command's own line starts among them. */
  readonly runners: readonly string[];
  /** Scripts of packages that the command may run, as far as they start a runner, each with the folder that it runs in. */
  readonly scripts?: readonly { readonly folder: string; readonly text: string }[] | undefined;
  /** A runner behind a caller whose scripts are out of reach, with its own words. */
  readonly beyond?:
    | { readonly runner: string; readonly words: readonly string[]; readonly takesArguments: boolean }
    | undefined;
  /** What packages are called from outside, where results name them so: Go's module. */
  readonly module?: string | undefined;
}

export interface Step {
  /** Unique in its pipeline. */
  readonly name: string;
  readonly purpose: Purpose;
  /** As a person types it. */
  readonly command: string;
  /** The folder, relative to the root; '.' is the root. */
  readonly cwd: string;
  readonly why: Why;
  readonly needs: readonly Need[];
  readonly leads?: Leads | undefined;
  readonly timeoutMs: number;
  /** Packages whose install scripts would download browsers or binaries; a sandbox leaves that out. */
  readonly downloads?: readonly string[] | undefined;
  /** Of its tests these alone, where its runner can choose them. */
  readonly only?: readonly Chosen[] | undefined;
}

/** A part of the repository that is built and tested by itself. */
export interface Package {
  readonly ecosystem: string;
  readonly name: string;
  /** Relative to the root; '.' is the root. */
  readonly folder: string;
  /** Names of other packages of the repository that it uses. */
  readonly uses: readonly string[];
  readonly steps: readonly Draft[];
}

/** A step before it has its place in a pipeline. */
export interface Draft {
  readonly purpose: Purpose;
  readonly command: string;
  readonly why: Why;
  readonly needs?: readonly Need[] | undefined;
  readonly leads?: Leads | undefined;
  /** Where it runs, if not in the package's folder. */
  readonly cwd?: string | undefined;
  readonly downloads?: readonly string[] | undefined;
  /** Told apart from others of the same purpose. */
  readonly label?: string | undefined;
  /** Its own name, where its purpose is not it. */
  readonly named?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A repository's files by name, and the texts of those that say how it is built. Nothing here touches a disk. */
export interface Tree {
  readonly files: readonly string[];
  /** The text of a file that `isTelling` names; undefined for every other one. */
  readonly text: (file: string) => string | undefined;
  /** Whether a folder is there that git does not know, such as installed dependencies. */
  readonly has: (folder: string) => boolean;
}

/** One ecosystem: which packages there are, and what each can be asked for. */
export interface Ecosystem {
  readonly name: string;
  /** `split`: packages of a workspace one by one, because not all of them are going to be asked. */
  readonly find: (tree: Tree, split: boolean) => readonly Package[];
  /** Its steps are taken only for what no other ecosystem has an answer to. */
  readonly fills?: boolean | undefined;
}

export const MINUTE = 60_000;

/** A tool on the path. */
export function tool(name: string): Need {
  return { name, probe: `command -v ${name}`, exits: [126, 127] };
}
