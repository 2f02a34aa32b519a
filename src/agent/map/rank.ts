// Orders the files of a repository by their relevance for a task, for the repository map.

import type { Links, Outline } from './links.js';
import { isTest } from './tests-of.js';

/** The facts about a repository from which the map is made. */
export interface RepositoryFacts {
  readonly files: readonly string[];
  /** By source file. */
  readonly outlines: ReadonlyMap<string, Outline>;
  readonly links: Links;
  /** By source file: its test. */
  readonly tests: ReadonlyMap<string, string>;
  readonly entryPoints: ReadonlySet<string>;
}

/** Generated files, copied files and test data rank low. */
const LOW_VALUE =
  /(?:^|\/)(?:dist|build|out|vendor|third_party|node_modules|fixtures?|__snapshots__|testdata|generated|migrations)\/|\.(?:min|generated|pb|g)\.[a-z]+$|\.(?:lock|snap|map|svg|csv)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;

/** The points that a fact adds to the score of a file. */
const WEIGHTS = {
  /** The task names the path, the file name, or a name that the file exports. */
  path: 40,
  file: 25,
  name: 15,
  /** It imports a file that the task names, or is imported by one. */
  besideNamed: 6,
  entryPoint: 6,
  /** Times the binary logarithm of the number of importers. */
  imported: 3,
  tested: 1,
  /** It exports names. */
  code: 2,
  test: -4,
  lowValue: -12,
  /** For each folder of the path. */
  deep: -0.3,
};

/** The files, the most relevant for the task first. The order is deterministic. */
export function rankFiles(facts: RepositoryFacts, task: string): readonly string[] {
  const words = new Set(
    task
      .toLowerCase()
      .match(/[\p{L}\p{N}_$][\p{L}\p{N}_$./-]*/gu)
      ?.map((word) => word.replace(/[./-]+$/, '')),
  );
  const mentions = new Map(facts.files.map((file) => [file, mentionWeight(file, { facts, words })]));
  const scores = new Map(facts.files.map((file) => [file, scoreOf(file, { facts, mentions })]));
  return [...facts.files].sort(
    (one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || (one < other ? -1 : 1),
  );
}

/** How strongly the task names a file: by path, file name, or exported name. */
function mentionWeight(file: string, { facts, words }: { facts: RepositoryFacts; words: ReadonlySet<string> }): number {
  if (words.size === 0) return 0;
  const path = file.toLowerCase();
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  if (words.has(path)) return WEIGHTS.path;
  if (words.has(fileName)) return WEIGHTS.file;
  const stem = fileName.replace(/\.[^.]+$/, '');
  const isName = stem.length > 3 && words.has(stem);
  const exportsName = facts.outlines
    .get(file)
    ?.exports.some((name) => name.length > 3 && words.has(name.toLowerCase()));
  return isName || exportsName ? WEIGHTS.name : 0;
}

function scoreOf(
  file: string,
  { facts, mentions }: { facts: RepositoryFacts; mentions: ReadonlyMap<string, number> },
): number {
  const { outlines, links, tests, entryPoints } = facts;
  const neighbours = [...(links.imports.get(file) ?? []), ...(links.importedBy.get(file) ?? [])];
  const importers = [...(links.importedBy.get(file) ?? [])].filter((importer) => !isTest(importer)).length;
  return (
    (mentions.get(file) ?? 0) +
    (neighbours.some((other) => (mentions.get(other) ?? 0) > 0) ? WEIGHTS.besideNamed : 0) +
    (entryPoints.has(file) ? WEIGHTS.entryPoint : 0) +
    WEIGHTS.imported * Math.log2(1 + importers) +
    (tests.has(file) ? WEIGHTS.tested : 0) +
    ((outlines.get(file)?.exports.length ?? 0) > 0 ? WEIGHTS.code : 0) +
    (isTest(file) ? WEIGHTS.test : 0) +
    (LOW_VALUE.test(file) ? WEIGHTS.lowValue : 0) +
    WEIGHTS.deep * file.split('/').length
  );
}
