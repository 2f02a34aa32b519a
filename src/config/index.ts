// Reads the configuration file: returns the configuration with all defaults, or its problems.

import { locate, readDocument } from './document.js';
import { secretProblems, unsafeProblems } from './document-checks.js';
import { explain } from './explain.js';
import type { Problem, UnlocatedProblem } from './problem.js';
import { rules } from './rules.js';
import type { Config } from './schema.js';
import { validate } from './settle.js';

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
  if (unsafe.length > 0) return { problems: inOrder(unsafe.map((breach) => locate(breach, source))) };

  const value: unknown = source.document.toJS() ?? {};
  const { config, issues } = validate(value);
  const misfits = issues.flatMap((issue) => explain(issue, value));
  const clashes = rules
    .flatMap((rule) => rule(config))
    .filter((clash) => !misfits.some((misfit) => holds(clash, misfit)));
  const breaches = [...secretProblems(source.document), ...misfits, ...clashes];
  if (breaches.length === 0) return { config };
  return { problems: inOrder(breaches.map((breach) => locate(breach, source))) };
}

/** Whether a setting inside the group is invalid. The rules saw the group without it, so their result for the group may be wrong. */
function holds(group: UnlocatedProblem, { path }: UnlocatedProblem): boolean {
  return group.path.every((part, depth) => part === path[depth]);
}

/** Sorted by position, one problem per position: the first one found there is the most specific. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const firsts = new Map(
    problems.toReversed().map((problem) => [`${problem.line}:${problem.column} ${problem.path}`, problem]),
  );
  return [...firsts.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}
