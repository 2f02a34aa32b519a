import { readJestJson } from '../jest-json.js';
import { hasOption, type Runner, withArguments } from './runner.js';

/** Jest, also as `react-scripts test`. */
export const jest: Runner = {
  name: 'jest',
  format: 'jest-json',
  is: ([word, next]) => word === 'jest' || (word === 'react-scripts' && next === 'test'),
  ask(of) {
    if (hasOption(of.words, '--json', '--outputFile', '--watch', '--watchAll', '--listTests')) return null;
    return withArguments(of, ['--json', `--outputFile=${of.tray}/jest.json`, '--testLocationInResults']);
  },
  read: readJestJson,
};
