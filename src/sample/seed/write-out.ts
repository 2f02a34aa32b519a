import type { SampleCommit } from '../files/commit.js';
import type { SampleFiles } from '../files/index.js';
import { patched, put, type Tree } from './apply-patch.js';

/** The files that each commit leaves behind: a seed is told whole files, the sample tells what changed. */
export type WrittenOut = ReadonlyMap<SampleCommit, { readonly [path: string]: string | null }>;

type Written = Map<SampleCommit, { readonly [path: string]: string | null }>;
type Growth = { readonly tree: Tree; readonly commits: readonly SampleCommit[]; readonly of: string };

/** Tells the history of the default branch from its first commit on, and that of each branch from where it left. */
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

/** A merge brings what the commits of its branch wrote. */
function bring({ written, commits, main }: { written: Written; commits: readonly SampleCommit[]; main: Tree }): void {
  for (const commit of commits) put(main, written.get(commit) ?? {});
}
