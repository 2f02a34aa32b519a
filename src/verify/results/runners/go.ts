import { readGoJson } from '../go-json.js';
import { type Choosing, hasOption, patternOf, quoted, type Runner } from './runner.js';

const TEST = /(^|[\s;&|])go test(?= |$)/;

/** `go test`. Its events hold everything that was printed, so they go into the file and not into the log. */
export const go: Runner = {
  name: 'go test',
  format: 'go-json',
  is: ([word, next]) => word === 'go' && next === 'test',
  ask({ line, words, tray }) {
    if (!TEST.test(line) || hasOption(words, '-json', '-c', '-exec')) return null;
    return { line: `${line.replace(TEST, '$1go test -json')} > ${quoted(`${tray}/go.json`)}` };
  },
  choose(of) {
    const names = functionsOf(of.tests);
    if (!names || hasOption(of.words, '-run', '--run', '-bench', '-fuzz')) return null;
    const line = of.line.replace(TEST, (begins) => `${begins} -run ${quoted(patternOf(names))}`);
    return go.ask({ ...of, line });
  },
  read: readGoJson,
};

/** The functions around tests; null for what is not within one, such as a package that does not build. */
function functionsOf(tests: Choosing['tests']): readonly string[] | null {
  const names = tests.map(({ name }) => name.split(' › ')[1] ?? '');
  return names.every((name) => /^(?:Test|Example|Fuzz)[\p{L}\p{N}_]*$/u.test(name)) ? [...new Set(names)] : null;
}
