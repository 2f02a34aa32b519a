import { readTap } from '../tap.js';
import { filesOf, hasOption, quoted, type Runner } from './runner.js';

/** `node --test`, also as `tsx --test`. Its options may stand in the environment, where they come before those of the command. */
export const node: Runner = {
  name: 'node --test',
  format: 'node-tap',
  is: ([word = '', ...rest]) => /(?:^|\/)(?:node|tsx)$/.test(word) && rest.includes('--test'),
  severalFiles: true,
  report({ words, out, programs }) {
    if (hasOption(words, '--watch')) return null;
    const reporters = words.filter((word) => /^--test-reporter(?:=|$)/.test(word)).length;
    const destinations = words.filter((word) => /^--test-reporter-destination(?:=|$)/.test(word)).length;
    // It writes for itself, and gives nothing on; node wants to be sure of a file's bytes, which /dev/null refuses.
    const ours = `--test-reporter=${programs.nodeReporter}#${out} --test-reporter-destination=stderr`;
    // Each reporter needs a destination as soon as there are two of them.
    const theirs =
      reporters === 0
        ? ' --test-reporter=spec --test-reporter-destination=stdout'
        : destinations === 0
          ? ' --test-reporter-destination=stdout'
          : '';
    return { env: [['NODE_OPTIONS', `${ours}${theirs}`]] };
  },
  choose(of) {
    const files = filesOf(of);
    return files && { args: files.map(quoted) };
  },
  read: () => readTap({ plan: true }),
};
