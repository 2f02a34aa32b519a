import { describe, expect, it } from '@jest/globals';
import type { Cell, Ran } from '../../../src/ports.js';
import { traysOf } from '../../../src/verify/pipeline/tray.js';
import { readResults } from '../../../src/verify/results/read-results.js';
import { runners } from '../../../src/verify/results/runners/index.js';

/** A cell whose home is known, and in which fetching goes as it is told to. */
const cellThat = (fetches: string, how: Partial<Ran>): Cell => ({
  strength: 'sealed',
  name: 'a cell',
  async run({ line, hear }) {
    const isHome = line.includes('HOME');
    hear(Buffer.from(isHome ? '/home/crew' : fetches), 'out');
    return { started: true, exit: 0, ended: 'itself', ms: 1, refused: [], ...(isHome ? {} : how) };
  },
  close: async () => {},
});

async function read(cell: Cell) {
  const tray = await traysOf({ cell, root: '/work', signal: undefined }).next();
  const runner = runners.find(({ name }) => name === 'pytest');
  if (!tray || !runner) throw new Error('no tray');
  return readResults(
    tray.fetch(() => undefined),
    runner,
    { root: '/work', cwd: '.' },
  );
}

describe('what a runner left', () => {
  it.each<readonly [string, Partial<Ran>]>([
    ['ended badly', { exit: 1 }],
    ['was killed', { exit: null, ended: 'signal' }],
    ['took too long', { exit: null, ended: 'time-out' }],
    ['could not be started', { started: false, exit: null }],
  ])('is lost where the command that fetches it %s: that is nobody’s mistake', async (_, how) => {
    expect(await read(cellThat('9\nhalf', how))).toEqual({ files: 0, tests: [], lost: true });
  });

  it('is too large where the command says so', async () => {
    expect(await read(cellThat('-1\n', {}))).toMatchObject({ flaw: 'too large' });
  });
});
