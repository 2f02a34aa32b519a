// How crew asks pytest for results, and for selected tests only. Listed in index.ts; unittest.ts uses it too.
import { readJunit } from '../xml-reports.js';
import { hasOption, identifiersOf, type Runner } from './runner.js';

/** pytest takes options from PYTEST_ADDOPTS, whatever calls it; the xunit1 format includes files and lines. */
export const pytest: Runner = {
  name: 'pytest',
  format: 'junit',
  is: ([word = '', flag, module]) =>
    /(?:^|\/)(?:pytest|py\.test)$/.test(word) || (isPython(word) && flag === '-m' && module === 'pytest'),
  report({ words, out }) {
    if (hasOption(words, '--junitxml', '--junit-xml')) return null;
    return { env: [['PYTEST_ADDOPTS', `-o junit_family=xunit1 --junitxml=${out}.xml`]] };
  },
  select({ words, tests }) {
    const names = identifiersOf(tests);
    return names && !hasOption(words, '-k') ? { env: [['PYTEST_ADDOPTS', `-k '${names.join(' or ')}'`]] } : null;
  },
  read: readJunit,
};

/** `python`, `python3`, `.venv/bin/python3.12`. */
export function isPython(word: string): boolean {
  return /(?:^|\/)python[\d.]*$/.test(word);
}
