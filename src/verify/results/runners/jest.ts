import { readJestJson } from '../jest-json.js';
import { extended, filesOf, hasOption, patternOf, type Runner, withArguments } from './runner.js';

/** Jest, also as `react-scripts test`. */
export const jest: Runner = {
  name: 'jest',
  format: 'jest-json',
  is: ([word, next]) => word === 'jest' || (word === 'react-scripts' && next === 'test'),
  ask(of) {
    if (hasOption(of.words, '--json', '--outputFile', '--watch', '--watchAll', '--listTests')) return null;
    return withArguments(of, ['--json', `--outputFile=${of.tray}/jest.json`, '--testLocationInResults']);
  },
  choose(of) {
    const files = filesOf(of, ['test']);
    const names = of.tests.map(({ name }) => name.split(' › ').join(' '));
    const fewer = extended(of, files ? ['--runTestsByPath', ...files] : [`--testNamePattern=${patternOf(names)}`]);
    return fewer && !hasOption(of.words, '-t', '--testNamePattern') ? jest.ask(fewer) : null;
  },
  read: readJestJson,
};
