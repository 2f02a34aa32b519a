// How crew asks Vitest for results, and for selected tests only. Listed in index.ts; node-programs.ts uses it too.
import { readJestJson } from '../json-reports.js';
import { filesOf, hasOption, patternOf, quoted, type Runner, titlesOf } from './runner.js';

/** Vitest, with an additional JSON reporter in Jest's format. */
export const vitest: Runner = {
  name: 'vitest',
  format: 'vitest-json',
  is: ([word, next]) => word === 'vitest' && next !== 'bench' && next !== 'typecheck',
  report({ words, out }) {
    if (hasOption(words, '--outputFile', '--watch', '-w', 'watch', 'dev', '--ui')) return null;
    const shown = words.some((word) => word.startsWith('--reporter')) ? [] : ['--reporter=default'];
    return { args: [...shown, '--reporter=json', `--outputFile.json=${out}.json`] };
  },
  select(request) {
    if (hasOption(request.words, '-t', '--testNamePattern')) return null;
    const files = filesOf(request, ['run']);
    return {
      args: files ? files.map(quoted) : [quoted(`--testNamePattern=${patternOf(titlesOf(request.tests))}`)],
    };
  },
  read: readJestJson,
};
