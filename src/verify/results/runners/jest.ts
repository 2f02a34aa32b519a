// How crew asks Jest for results, and for selected tests only. Listed in index.ts; node-programs.ts uses it too.
import { readJestJson } from '../json-reports.js';
import { filesOf, hasOption, patternOf, quoted, type Runner, titlesOf } from './runner.js';

/** Jest, also as `react-scripts test`. */
export const jest: Runner = {
  name: 'jest',
  format: 'jest-json',
  is: ([word, next]) => word === 'jest' || (word === 'react-scripts' && next === 'test'),
  report({ words, out }) {
    if (hasOption(words, '--json', '--outputFile', '--watch', '--watchAll', '--listTests')) return null;
    return { args: ['--json', `--outputFile=${out}.json`, '--testLocationInResults'] };
  },
  select(request) {
    if (hasOption(request.words, '-t', '--testNamePattern')) return null;
    const files = filesOf(request, ['test']);
    return files
      ? { args: ['--runTestsByPath', ...files.map(quoted)] }
      : { args: [quoted(`--testNamePattern=${patternOf(titlesOf(request.tests))}`)] };
  },
  read: readJestJson,
};
