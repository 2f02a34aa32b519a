import { readTap } from '../tap.js';
import { hasOption, type Runner, withArguments, withCopy } from './runner.js';

/** AVA. Its TAP goes to standard output, and what tests print to standard error. */
export const ava: Runner = {
  name: 'ava',
  format: 'tap',
  is: ([word]) => word === 'ava',
  ask(of) {
    if (hasOption(of.words, '--watch', '-w')) return null;
    const asked = hasOption(of.words, '--tap', '-t') ? { line: of.line } : withArguments(of, ['--tap']);
    return asked && withCopy({ line: asked.line, tray: of.tray }, 'ava.tap');
  },
  read: () => readTap({ plan: true }),
  shared: true,
};
