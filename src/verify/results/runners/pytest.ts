import { readJunit } from '../junit.js';
import { hasOption, identifiersOf, quoted, type Runner } from './runner.js';

/** pytest takes options from the environment, through whatever calls it; the older family of its XML has files and lines. */
export const pytest: Runner = {
  name: 'pytest',
  format: 'junit',
  is: ([word = '', flag, module]) =>
    /(?:^|\/)(?:pytest|py\.test)$/.test(word) || (isPython(word) && flag === '-m' && module === 'pytest'),
  ask({ line, words, tray }) {
    if (hasOption(words, '--junitxml', '--junit-xml')) return null;
    return { line, env: { PYTEST_ADDOPTS: `-o junit_family=xunit1 --junitxml=${quoted(`${tray}/pytest.xml`)}` } };
  },
  choose(of) {
    const names = identifiersOf(of.tests);
    const asked = names && !hasOption(of.words, '-k') ? pytest.ask(of) : null;
    const all = asked?.env?.PYTEST_ADDOPTS;
    return asked && { ...asked, env: { PYTEST_ADDOPTS: `${all} -k ${quoted((names ?? []).join(' or '))}` } };
  },
  read: readJunit,
};

/** `python`, `python3`, `.venv/bin/python3.12`. */
export function isPython(word: string): boolean {
  return /(?:^|\/)python[\d.]*$/.test(word);
}
