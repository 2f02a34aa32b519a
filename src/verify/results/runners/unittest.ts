import { readTap } from '../tap.js';
import { isPython } from './pytest.js';
import { hasOption, identifiersOf, type Runner } from './runner.js';
import { unittestRunner } from './unittest-runner.js';

const MODULE = / -m unittest(?= |$)/;
const BEGINS = / -m unittest(?: discover)?(?= |$)/;

/** Python's unittest has no format for machines, but takes another runner: its own one, which tells besides. */
export const unittest: Runner = {
  name: 'unittest',
  format: 'tap',
  is: ([word = '', flag, module]) => isPython(word) && flag === '-m' && module === 'unittest',
  ask({ line, tray }) {
    if (!MODULE.test(line)) return null;
    const asked = line.replace(MODULE, () => ` -c 'import os; exec(os.environ["CREW_UNITTEST"])'`);
    return { line: asked, env: { CREW_UNITTEST: unittestRunner, CREW_RESULTS: tray } };
  },
  choose(of) {
    const names = hasOption(of.words, '-k') ? null : identifiersOf(of.tests);
    const chosen = names?.map((name) => ` -k ${name}`).join('');
    return chosen ? unittest.ask({ ...of, line: of.line.replace(BEGINS, (begins) => begins + chosen) }) : null;
  },
  read: () => readTap({ plan: true }),
};
