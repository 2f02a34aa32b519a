// Orders the files of a repository by their relevance for a task, for the repository map.

import type { Links, Outline } from './links.js';
import { isTest } from './tests-of.js';

/** The facts about a repository from which the map is made. */
export interface RepositoryFacts {
  readonly files: readonly string[];
  readonly outlines: ReadonlyMap<string, Outline>;
  readonly links: Links;
  readonly tests: ReadonlyMap<string, string>;
  readonly entryPoints: ReadonlySet<string>;
}

/** Generated files, copied files and test data rank low. */
const LOW_VALUE =
  /(?:^|\/)(?:dist|build|out|vendor|third_party|node_modules|fixtures?|__snapshots__|testdata|generated|migrations)\/|\.(?:min|generated|pb|g)\.[a-z]+$|\.(?:lock|snap|map|svg|csv)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;

const WEIGHTS = {
  path: 40,
  file: 25,
  name: 15,
  besideNamed: 6,
  entryPoint: 6,
  needed: 3,
  tested: 1,
  code: 2,
  test: -4,
  lowValue: -12,
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
  const named = new Map(facts.files.map((file) => [file, mentionWeight(file, { facts, words })]));
  const scores = new Map(facts.files.map((file) => [file, scoreOf(file, { facts, named })]));
  return [...facts.files].sort(
    (one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || (one < other ? -1 : 1),
  );
}

/** How strongly the task names a file: by path, file name, or exported name. */
function mentionWeight(file: string, { facts, words }: { facts: RepositoryFacts; words: ReadonlySet<string> }): number {
  if (words.size === 0) return 0;
  const path = file.toLowerCase();
  const base = path.slice(path.lastIndexOf('/') + 1);
  if (words.has(path)) return WEIGHTS.path;
  if (words.has(base)) return WEIGHTS.file;
  const stem = base.replace(/\.[^.]+$/, '');
  const isName = stem.length > 3 && words.has(stem);
  const offers = facts.outlines.get(file)?.names.some((name) => name.length > 3 && words.has(name.toLowerCase()));
  return isName || offers ? WEIGHTS.name : 0;
}

function scoreOf(
  file: string,
  { facts, named }: { facts: RepositoryFacts; named: ReadonlyMap<string, number> },
): number {
  const { outlines, links, tests, entryPoints } = facts;
  const around = [...(links.needs.get(file) ?? []), ...(links.neededBy.get(file) ?? [])];
  const users = [...(links.neededBy.get(file) ?? [])].filter((user) => !isTest(user)).length;
  return (
    (named.get(file) ?? 0) +
    (around.some((other) => (named.get(other) ?? 0) > 0) ? WEIGHTS.besideNamed : 0) +
    (entryPoints.has(file) ? WEIGHTS.entryPoint : 0) +
    WEIGHTS.needed * Math.log2(1 + users) +
    (tests.has(file) ? WEIGHTS.tested : 0) +
    ((outlines.get(file)?.names.length ?? 0) > 0 ? WEIGHTS.code : 0) +
    (isTest(file) ? WEIGHTS.test : 0) +
    (LOW_VALUE.test(file) ? WEIGHTS.lowValue : 0) +
    WEIGHTS.deep * file.split('/').length
  );
}
