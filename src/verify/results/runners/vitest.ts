import { readJestJson } from '../jest-json.js';
import { extended, filesOf, hasOption, patternOf, type Runner, withArguments } from './runner.js';

/** Vitest, which writes Jest's document beside what it shows. */
export const vitest: Runner = {
  name: 'vitest',
  format: 'vitest-json',
  is: ([word, next]) => word === 'vitest' && next !== 'bench' && next !== 'typecheck',
  ask(of) {
    if (hasOption(of.words, '--outputFile', '--watch', '-w', 'watch', 'dev', '--ui')) return null;
    const shown = of.words.some((word) => word.startsWith('--reporter')) ? [] : ['--reporter=default'];
    return withArguments(of, [...shown, '--reporter=json', `--outputFile.json=${of.tray}/vitest.json`]);
  },
  choose(of) {
    const files = filesOf(of, ['run']);
    const names = of.tests.map(({ name }) => name.split(' › ').join(' '));
    const fewer = extended(of, files ? files : [`--testNamePattern=${patternOf(names)}`]);
    return fewer && !hasOption(of.words, '-t', '--testNamePattern') ? vitest.ask(fewer) : null;
  },
  read: readJestJson,
};
