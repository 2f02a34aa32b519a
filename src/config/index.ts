// Reads the text of the configuration file (`.github/crew.yml`): returns the configuration with all defaults, or its problems. The other folders
// import the configuration from here only; merge.ts, prices.ts and document.ts have functions that need no whole configuration.

import { locate, readDocument } from './document.js';
import { secretProblems, unsafeProblems } from './document-checks.js';
import { explain } from './explain.js';
import type { Problem, UnlocatedProblem } from './problem.js';
import { rules } from './rules.js';
import type { Config } from './schema.js';
import { validate } from './validate.js';

export type { Problem } from './problem.js';
export { formatProblems, sentence } from './problem.js';
export type { Config } from './schema.js';

/** The configuration of an empty file. */
export const defaults: Config = validate({}).config;

/** Parses a configuration file. Returns the configuration with all defaults, or all problems in the order of lines. An empty text is valid. */
export function readConfig(text: string): { readonly config: Config } | { readonly problems: readonly Problem[] } {
  const source = readDocument(text);
  if ('problems' in source) return source;
  const unsafe = unsafeProblems(source.document);
  if (unsafe.length > 0) return { problems: inOrder(unsafe.map((problem) => locate(problem, source))) };

  const value: unknown = source.document.toJS() ?? {};
  const { config, issues } = validate(value);
  const invalid = issues.flatMap((issue) => explain(issue, value));
  // The rules see a configuration without the invalid settings, so what they find about a group with one of these may be wrong.
  const contradictions = rules
    .flatMap((rule) => rule(config))
    .filter((problem) => !invalid.some(({ path }) => isInGroup(path, problem.path)));
  const problems = [...secretProblems(source.document), ...invalid, ...contradictions];
  if (problems.length === 0) return { config };
  return { problems: inOrder(problems.map((problem) => locate(problem, source))) };
}

/** Whether a path is that of the group or of a setting inside it. */
function isInGroup(path: UnlocatedProblem['path'], group: UnlocatedProblem['path']): boolean {
  return group.every((part, depth) => part === path[depth]);
}

/** Sorted by position. Of the problems at one position, the first is kept, because it is the most specific. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const byPosition = new Map(
    problems.toReversed().map((problem) => [`${problem.line}:${problem.column} ${problem.path}`, problem]),
  );
  return [...byPosition.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}
