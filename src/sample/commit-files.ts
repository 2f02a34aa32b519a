// The files after each commit of the sample. The sample stores commits as patches; the embedded GitHub takes complete files. Used by
// index.ts and seed.ts.
import { applyPatch, parsePatch } from 'diff';
import type { SampleCommit, SampleFiles } from './files.js';

/** The text of each file by its path. */
type Tree = Map<string, string>;

/** The files that a commit changes, by path; null for a deleted one. */
type ChangedFiles = { readonly [path: string]: string | null };

/** The files that a patch changes in a tree. Throws if the patch does not apply; `of` names the commit in the error. */
export function applyCommit(tree: Tree, { patch, of }: { patch: string; of: string }): ChangedFiles {
  const files = parsePatch(patch).map((file): [string, string | null] => {
    const { oldFileName = '', newFileName = '' } = file;
    const isDeleted = newFileName === '/dev/null';
    const path = (isDeleted ? oldFileName : newFileName).replace(/^[ab]\//, '');
    const after = applyPatch(tree.get(path) ?? '', file);
    if (after === false) throw new Error(`${of}: its patch does not fit ${path}`);
    return [path, isDeleted ? null : after];
  });
  return Object.fromEntries(files);
}

function updateTree(tree: Tree, files: ChangedFiles): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) tree.delete(path);
    else tree.set(path, text);
  }
}

/** For each commit of the sample, the files that it changes. */
export type FilesByCommit = ReadonlyMap<SampleCommit, ChangedFiles>;

/** Something that changes the default branch or a branch, so many milliseconds before now. */
interface Act {
  readonly ago: number;
  readonly apply: () => void;
}

/** Replays pushes, branches and merges in the order in which they happened, each branch from the default branch at that time. */
export function filesByCommit(files: SampleFiles, project: { readonly [path: string]: string }): FilesByCommit {
  const changed = new Map<SampleCommit, ChangedFiles>();
  const main: Tree = new Map(Object.entries(project));
  const addCommits = (tree: Tree, commits: readonly SampleCommit[], branch: string) => {
    for (const commit of commits) {
      const of = `${branch} (${commit.message.split('\n')[0]})`;
      const commitFiles = applyCommit(tree, { patch: commit.patch, of });
      updateTree(tree, commitFiles);
      changed.set(commit, commitFiles);
    }
  };
  const merge = (commits: readonly SampleCommit[]) => {
    for (const commit of commits) updateTree(main, changed.get(commit) ?? {});
  };
  const pushes = files.pushes.map(
    (push): Act => ({ ago: push.written, apply: () => addCommits(main, [push], 'a push') }),
  );
  const branches = files.issues.flatMap(({ branch }): Act[] => {
    if (branch === undefined) return [];
    const { name, commits } = branch;
    return [{ ago: commits[0]?.written ?? 0, apply: () => addCommits(new Map(main), commits, name) }];
  });
  const pulls = files.pulls.flatMap(({ branch, commits, written, merged }): Act[] => {
    const ago = Math.max(written, commits[0]?.written ?? 0);
    const opened = { ago, apply: () => addCommits(new Map(main), commits, branch) };
    return merged === undefined ? [opened] : [opened, { ago: merged.when, apply: () => merge(commits) }];
  });
  for (const act of [...pushes, ...branches, ...pulls].sort((a, b) => b.ago - a.ago)) act.apply();
  return changed;
}
