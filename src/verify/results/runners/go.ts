// How crew asks `go test` for results, and for selected tests only. Listed in index.ts.
import { readGoJson } from '../go-json.js';
import { hasOption, patternOf, quoted, type Runner, type SelectRequest } from './runner.js';

/** `go test`. The JSON events replace its output, so they go only to the result file; crew restores the log from them. */
export const go: Runner = {
  name: 'go test',
  format: 'go-json',
  is: ([word, next]) => word === 'go' && next === 'test',
  report({ words }) {
    if (hasOption(words, '-json', '-c', '-exec')) return null;
    return { insert: { afterWords: 2, args: ['-json'] }, output: 'file-only', outputFormat: 'changed' };
  },
  select({ words, tests }) {
    const names = functionsOf(tests);
    if (!names || hasOption(words, '-run', '--run', '-bench', '-fuzz')) return null;
    return { insert: { afterWords: 2, args: ['-run', quoted(patternOf(names))] } };
  },
  read: readGoJson,
};

/** The names of the test functions; null if a test is not in one (such as a package that does not build). */
function functionsOf(tests: SelectRequest['tests']): readonly string[] | null {
  // A test is named `package › function › subtest`.
  const names = tests.map(({ name }) => name.split(' › ')[1] ?? '');
  return names.every((name) => /^(?:Test|Example|Fuzz)[\p{L}\p{N}_]*$/u.test(name)) ? [...new Set(names)] : null;
}
