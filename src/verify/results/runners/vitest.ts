import { readJestJson } from '../jest-json.js';
import { hasOption, type Runner, withArguments } from './runner.js';

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
  read: readJestJson,
};
