import type { Problem } from './problem.js';

/** One problem as a sentence: "line 7: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?" */
export function sentence({ line, path, found, remedy }: Problem): string {
  return `line ${line}: ${path === '' ? 'the file' : `\`${path}\``} is ${found}; ${remedy}`;
}

/** All problems as the terminal shows them, under the name of the file. */
export function formatProblems(problems: readonly Problem[], file: string): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [`${file}: ${count}`, ...problems.map((problem) => `  ${sentence(problem)}`)].join('\n');
}
