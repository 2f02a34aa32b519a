import { readJunit } from '../junit.js';
import { extended, hasOption, patternOf, type Runner, withArguments } from './runner.js';

/** Mocha. It knows one reporter at a time, so the log has only what tests print; failures stand in the results. */
export const mocha: Runner = {
  name: 'mocha',
  format: 'junit',
  is: ([word]) => word === 'mocha' || word === '_mocha',
  ask(of) {
    if (hasOption(of.words, '--reporter', '-R', '--reporter-option', '--reporter-options', '-O', '--watch', '-w'))
      return null;
    return withArguments(of, ['--reporter=xunit', '--reporter-option', `output=${of.tray}/mocha.xml`]);
  },
  choose(of) {
    if (hasOption(of.words, '--grep', '-g', '--fgrep', '-f', '--invert', '-i')) return null;
    const names = of.tests.map(({ name }) => name.split(' › ').join(' '));
    const fewer = extended(of, ['--grep', patternOf(names)]);
    return fewer && mocha.ask(fewer);
  },
  read: readJunit,
};
