// How crew asks Python's unittest for results, and for selected tests only. Listed in index.ts.
import { readTap } from '../tap.js';
import { isPython } from './pytest.js';
import { hasOption, identifiersOf, type Runner } from './runner.js';

/** Python's unittest has no machine format, so it is started through crew's own runner. */
export const unittest: Runner = {
  name: 'unittest',
  format: 'tap',
  is: ([word = '', flag, module]) => isPython(word) && flag === '-m' && module === 'unittest',
  report: ({ out, programs }) => ({
    replace: { at: 1, words: 2, by: `-c 'import os; exec(os.environ["CREW_UNITTEST"])'` },
    env: [
      ['CREW_UNITTEST', programs.unittest],
      ['CREW_RESULTS', out],
    ],
  }),
  select({ words, tests }) {
    const names = hasOption(words, '-k') ? null : identifiersOf(tests);
    const chosen = names?.flatMap((name) => ['-k', name]);
    return chosen ? { insert: { afterWords: words[3] === 'discover' ? 4 : 3, args: chosen } } : null;
  },
  read: () => readTap({ plan: true }),
};
