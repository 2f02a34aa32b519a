// How crew asks `node --test` for results, and for selected tests only. Listed in index.ts; node-programs.ts uses it too.
import { readTap } from '../tap.js';
import { filesOf, hasOption, quoted, type Runner } from './runner.js';

/** `node --test`, also `tsx --test`. Its options are passed in NODE_OPTIONS, before those of the command. */
export const node: Runner = {
  name: 'node --test',
  format: 'node-tap',
  is: ([word = '', ...rest]) => /(?:^|\/)(?:node|tsx)$/.test(word) && rest.includes('--test'),
  writesSeveralResultFiles: true,
  report({ words, out, programs }) {
    if (hasOption(words, '--watch')) return null;
    const reporters = words.filter((word) => /^--test-reporter(?:=|$)/.test(word)).length;
    const destinations = words.filter((word) => /^--test-reporter-destination(?:=|$)/.test(word)).length;
    // Our reporter gets the path of its file after `#` and writes that file itself. node demands a destination for each reporter, and refuses
    // /dev/null, so ours gets stderr, where it writes nothing.
    const ours = `--test-reporter=${programs.nodeReporter}#${out} --test-reporter-destination=stderr`;
    // With two reporters each needs a destination.
    const theirs =
      reporters === 0
        ? ' --test-reporter=spec --test-reporter-destination=stdout'
        : destinations === 0
          ? ' --test-reporter-destination=stdout'
          : '';
    return { env: [['NODE_OPTIONS', `${ours}${theirs}`]] };
  },
  select(request) {
    const files = filesOf(request);
    return files && { args: files.map(quoted) };
  },
  read: () => readTap({ plan: true }),
};
