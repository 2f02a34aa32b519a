import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digestOf } from '../../../src/text/digest.js';
import { type Handed, handedLine, handedLog, readHanded } from '../../../src/workflows/handover/handed.js';

const NONCE = 'fix-12-0a1b2c3d4e';

const actor = fc.record({ login: fc.string(), id: fc.nat(), bot: fc.boolean() });
const heard = {
  key: fc.string({ minLength: 1 }),
  actor,
  at: fc.record({ repo: fc.string(), issue: fc.nat() }),
};
const comment = fc.record({
  id: fc.nat(),
  where: fc.constantFrom('thread' as const, 'review' as const, 'inline' as const),
  body: fc.string({ unit: 'binary' }),
});
const handed: fc.Arbitrary<Handed> = fc.record({
  event: fc.oneof(
    fc.record({ kind: fc.constant('comment' as const), ...heard, comment }),
    fc.record({ kind: fc.constant('labelled' as const), ...heard, label: fc.string() }),
    fc.record({ kind: fc.constant('assigned' as const), ...heard, assignee: actor }),
  ),
  own: fc.record({ labelPrefix: fc.string(), me: fc.nat() }),
  asked: fc.array(fc.nat()),
});

/** As whoever may push could write it. */
const sealed = (json: string): string => `${digestOf(`${NONCE} ${json}`).slice(0, 16)} ${json}\n`;

describe('what is left for the run that is started', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(handed, (written) => {
        expect(readHanded(NONCE, handedLine(NONCE, written))).toEqual(written);
      }),
    );
  });

  it('is one line', () => {
    fc.assert(
      fc.property(handed, (written) => {
        expect(handedLine(NONCE, written).split('\n')).toHaveLength(2);
      }),
    );
  });

  it('is nothing when a byte of it is another', () => {
    fc.assert(
      fc.property(handed, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (written, place, other) => {
        const line = handedLine(NONCE, written);
        const at = place % line.length;
        fc.pre(line[at] !== other);
        expect(readHanded(NONCE, line.slice(0, at) + other + line.slice(at + 1))).toBeNull();
      }),
    );
  });

  it('is nothing when it is torn, or goes on', () => {
    fc.assert(
      fc.property(handed, fc.nat(), (written, place) => {
        const line = handedLine(NONCE, written);
        expect(readHanded(NONCE, line.slice(0, place % line.length))).toBeNull();
        expect(readHanded(NONCE, line + line)).toBeNull();
      }),
    );
  });

  it('is nothing under the name of another run', () => {
    fc.assert(
      fc.property(handed, (written) => {
        expect(readHanded('fix-13-0a1b2c3d4e', handedLine(NONCE, written))).toBeNull();
      }),
    );
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['no event', '{"own":{"labelPrefix":"crew:","me":1},"asked":[0]}'],
    ['a schedule, which nobody has to be permitted', scheduled()],
    ['what was typed at a terminal', typed()],
  ])('is nothing when it is sealed well and holds %s', (_what, json) => {
    expect(readHanded(NONCE, sealed(json))).toBeNull();
  });
});

function scheduled(): string {
  const event = { kind: 'scheduled', key: 'k', repo: 'ann/shop', command: 'fix' };
  return JSON.stringify({ event, own: { labelPrefix: 'crew:', me: 1 }, asked: [0] });
}

function typed(): string {
  const event = { kind: 'typed', key: 'k', repo: 'ann/shop', words: ['fix'] };
  return JSON.stringify({ event, own: { labelPrefix: 'crew:', me: 1 }, asked: [0] });
}

describe('where it is left', () => {
  it("is a log of the run's name", () => {
    expect(handedLog(NONCE)).toBe('handover/fix-12-0a1b2c3d4e');
  });

  it.each([
    '',
    'mine',
    'fix-12',
    'fix-0-0a1b2c3d4e',
    'fix-12-0A1B2C3D4E',
    'fix-12-0a1b2c3d4e.r2',
    'fix-12-0a1b2c3d4e/x',
    '../fix-12-0a1b2c3d4e',
    'fix-12-0a1b2c3d4e\n',
    ' fix-12-0a1b2c3d4e',
  ])('is nowhere for the nonce %j', (nonce) => {
    expect(handedLog(nonce)).toBeNull();
  });
});
