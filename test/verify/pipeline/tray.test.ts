import { describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../../src/ports/index.js';
import { resultsFolderIn } from '../../../src/verify/pipeline/results-folder.js';
import { readResults } from '../../../src/verify/results/read-results.js';
import { runners } from '../../../src/verify/results/runners/index.js';

/** A cell whose home is known, and from which things are taken as it is told to. */
const cellThat = (take: Sandbox['take']): Sandbox => ({
  strength: 'sealed',
  name: 'a cell',
  home: '/home/crew',
  run: () => Promise.reject(new Error('nothing is to be run')),
  take,
  close: async () => {},
});

async function read(take: Sandbox['take']) {
  const resultsFolder = resultsFolderIn(cellThat(take));
  const runner = runners.find(({ name }) => name === 'pytest');
  if (!resultsFolder || !runner) throw new Error('no tray');
  const copied: Uint8Array[] = [];
  const left = resultsFolder.fetch((chunk) => void copied.push(chunk));
  const results = await readResults(left, { asked: [runner], expects: [[0]] }, { root: '/work', cwd: '.' });
  return { ...results, copy: Buffer.concat(copied).toString() };
}

const XML = Buffer.from(
  '<testsuites><testsuite name="s" tests="1" failures="0" errors="0" skipped="0"><testcase classname="test_a" name="für alle"/></testsuite></testsuites>',
);

describe('what a runner left', () => {
  it('is lost where it could not be taken: that is nobody’s mistake', async () => {
    const half: Sandbox['take'] = async ({ open }) => {
      open(9, 'own.0.xml')(Buffer.from('half'));
      throw new Error('became shorter');
    };
    expect(await read(half)).toMatchObject({ files: 0, tests: [], lost: true });
  });

  it.each(['too large', 'no files'] as const)('is a flaw where the cell says that it is %s', async (how) => {
    expect(await read(async () => how)).toMatchObject({ flaw: how });
  });

  it('is read whole however it is cut, and copied with the size of each file before it', async () => {
    const bits: Sandbox['take'] = async ({ open }) => {
      const onOutput = open(XML.length, 'own.0.xml');
      for (const byte of XML) onOutput(Uint8Array.of(byte));
      return 'taken';
    };
    const { tests, copy } = await read(bits);
    expect(tests.map(({ name }) => name)).toEqual(['test_a › für alle']);
    expect(copy).toBe(`${XML.length}\n${XML}`);
  });

  it('lies in the home of the cell, under a name that nobody guesses', () => {
    const names = [1, 2].map(() => resultsFolderIn(cellThat(async () => 'taken'))?.folder);
    expect(names[0]).toMatch(/^\/home\/crew\/\.crew-results-[0-9a-f]{24}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(resultsFolderIn({ ...cellThat(async () => 'taken'), home: "/tmp/it's" })).toBeNull();
  });
});
