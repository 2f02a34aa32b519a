import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linkResolver } from '../../src/guard/paths/context.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { newPlace } from './build/project.js';

const place = newPlace();
afterAll(() => rmSync(place, { recursive: true, force: true }));

mkdirSync(path.join(place, 'a/b/c'), { recursive: true });
mkdirSync(path.join(place, 'd'));
writeFileSync(path.join(place, 'd/file'), '');
for (const [name, to] of Object.entries({
  'a/up': '../d',
  'd/back': '../a/b',
  'a/abs': path.join(place, 'd'),
  'd/two': 'back/c',
  'a/b/far': '../../d/two/..',
  loop: 'loop',
  'a/none': '../not/there',
}))
  symlinkSync(to, path.join(place, name));

const follow = () => linkResolver(guardContextOf({ root: place }).link);

describe('a path', () => {
  it('leads where the kernel says, whatever links and steps are on the way', () => {
    const step = fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'up',
      'back',
      'abs',
      'two',
      'far',
      'loop',
      '..',
      '.',
      'file',
      'none',
      '',
    );
    let there = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 9 }), (steps) => {
        const word = steps.join('/');
        let real: string;
        try {
          // The native one asks the kernel; the other goes by letters first.
          real = realpathSync.native(`${place}/${word}`);
        } catch {
          return;
        }
        there += 1;
        expect(follow()(`./${word}`, place)).toBe(real);
      }),
      { numRuns: process.env.CREW_LONG ? 50_000 : 3000 },
    );
    expect(there).toBeGreaterThan(100);
  });

  it('that is a link to nothing leads to what it names, since a write would land there', () => {
    expect(follow()('a/none', place)).toBe(path.join(place, 'not/there'));
    expect(follow()('a/none/more', place)).toBe(path.join(place, 'not/there/more'));
  });

  it('that runs in a circle leads nowhere', () => {
    expect(follow()('loop/x', place)).toBeNull();
  });

  it('of which nothing is there is where it is written', () => {
    expect(follow()('x/y/../z', place)).toBe(path.join(place, 'x/z'));
  });
});
