import { applyPatch, parsePatch } from 'diff';
import type { SampleCommit, SampleFiles } from './files.js';

/** Files by their path. */
type Tree = Map<string, string>;

/** The files that a patch changes; null for one that it deletes. Throws when the patch does not apply. */
export function patched(tree: Tree, { patch, of }: { patch: string; of: string }): { [path: string]: string | null } {
  const files = parsePatch(patch).map((file): [string, string | null] => {
    const { oldFileName = '', newFileName = '' } = file;
    const gone = newFileName === nothing;
    const path = (gone ? oldFileName : newFileName).replace(/^[ab]\//, '');
    const after = applyPatch(tree.get(path) ?? '', file);
    if (after === false) throw new Error(`${of}: its patch does not fit ${path}`);
    return [path, gone ? null : after];
  });
  return Object.fromEntries(files);
}

const nothing = '/dev/null';

/** Applies the result of a patch to a tree. */
function put(tree: Tree, files: { readonly [path: string]: string | null }): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) tree.delete(path);
    else tree.set(path, text);
  }
}

/** The files after each commit. The sample has patches; a seed has complete files. */
export type WrittenOut = ReadonlyMap<SampleCommit, { readonly [path: string]: string | null }>;

type Written = Map<SampleCommit, { readonly [path: string]: string | null }>;
type Growth = { readonly tree: Tree; readonly commits: readonly SampleCommit[]; readonly of: string };

/** Replays the default branch from its first commit, and each branch from its base. */
export function writeOut(files: SampleFiles, project: { readonly [path: string]: string }): WrittenOut {
  const written: Written = new Map();
  const main: Tree = new Map(Object.entries(project));
  const grow = ({ tree, commits, of }: Growth) => {
    for (const commit of commits) {
      const changed = patched(tree, { patch: commit.patch, of: `${of} (${commit.message.split('\n')[0]})` });
      put(tree, changed);
      written.set(commit, changed);
    }
  };
  const deeds = [
    ...files.pushes.map((push) => ({
      ago: push.written,
      do: () => grow({ tree: main, commits: [push], of: 'a push' }),
    })),
    ...files.issues.flatMap(({ branch }) =>
      branch === undefined
        ? []
        : [
            {
              ago: branch.commits[0]?.written ?? 0,
              do: () => grow({ ...branch, of: branch.name, tree: new Map(main) }),
            },
          ],
    ),
    ...files.pulls.flatMap(({ branch, commits, written: ago, merged }) => [
      {
        ago: Math.max(ago, commits[0]?.written ?? 0),
        do: () => grow({ tree: new Map(main), commits, of: branch }),
      },
      ...(merged === undefined ? [] : [{ ago: merged.when, do: () => bring({ written, commits, main }) }]),
    ]),
  ];
  for (const deed of deeds.sort((a, b) => b.ago - a.ago)) deed.do();
  return written;
}

/** A merge adds what the commits of its branch wrote. */
function bring({ written, commits, main }: { written: Written; commits: readonly SampleCommit[]; main: Tree }): void {
  for (const commit of commits) put(main, written.get(commit) ?? {});
}
