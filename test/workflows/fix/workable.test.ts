import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { forbiddenRequestIn, vaguenessOf } from '../../../src/workflows/fix/rules/request-text.js';
import { decideTask, issueStateOf } from '../../../src/workflows/fix/rules/workable.js';
import { sweep } from '../../build/sweep.js';
import type { World } from '../../build/world.js';
import { lookAt } from '../facilitate/looking.js';
import { textsOf } from './build.js';

const facts = { workflowFiles: false };
const GOOD = 'Sort the search results by date';

describe('a text that says too little', () => {
  const { ask = [], go = [], names = [] } = textsOf('vague.yml');

  it.each(ask)('is asked about: %s', (text) => {
    expect(decideTask({ text }, facts)).toMatchObject({ is: 'ask', question: { is: 'vague' } });
  });

  it.each([...go, ...names])('is not found in: %s', (text) => {
    expect(decideTask({ text }, facts)).toEqual({ is: 'go' });
  });

  it('is not found in anything that names a place, an error, or what should be, however little else it says', () => {
    const name = fc.constantFrom(
      ...[
        'src/a.ts',
        '`f`',
        'load()',
        'parse_date',
        'OrderService',
        'TypeError: x is not a function',
        'HTTP 502',
        'app.py',
      ],
      ...['expected 1, got 2', 'returns null instead of 0', '"no such user"', '例外: 空です', '期待と違う', '空の場合'],
    );
    fc.assert(
      fc.property(fc.constantFrom(...ask), name, fc.boolean(), (text, named, first) => {
        expect(vaguenessOf(first ? `${named} ${text}` : `${text} ${named}`)).toBeNull();
      }),
      { numRuns: sweep(500) },
    );
  });

  it('takes as much as a whole issue in a moment', () => {
    const long = `${'It does not work. Please fix it. '.repeat(2_000)}\n${'動かない。'.repeat(2_000)}`;
    expect(vaguenessOf(long)).toBe('no-symptom');
  });

  it.each([
    ['', 'nothing'],
    ['fix it', 'no-object'],
    ['Login is broken', 'no-symptom'],
    ['make it faster', 'no-end'],
  ])('of %j it is known what is missing: %s', (text, why) => {
    expect(decideTask({ text }, facts)).toEqual({ is: 'ask', question: { is: 'vague', why } });
  });

  it('is read together with its issue', () => {
    const issue = { title: 'Login is broken', body: '' };
    expect(decideTask({ text: 'fix it', issue }, facts).is).toBe('ask');
    expect(
      decideTask({ text: 'fix it', issue: { ...issue, body: 'Expected: a session. Actual: 500.' } }, facts).is,
    ).toBe('go');
    expect(decideTask({ text: '', issue: { title: GOOD, body: '' } }, facts).is).toBe('go');
  });

  it('is asked about once', () => {
    expect(decideTask({ text: 'fix it' }, { ...facts, mayAsk: false })).toEqual({ is: 'go' });
  });
});

describe('what crew may not touch', () => {
  const { fine = [], ask = [], ...kinds } = textsOf('untouchable.yml');

  it.each(Object.entries(kinds).flatMap(([what, texts]) => texts.map((text) => [what, text] as const)))(
    '%s: %s',
    (what, text) => {
      expect(decideTask({ text }, facts)).toMatchObject({ is: 'refused', why: { is: 'untouchable', what } });
    },
  );

  it.each(fine)('is not what this asks for: %s', (text) => {
    expect(forbiddenRequestIn(text, facts)).toBeNull();
  });

  it.each(ask)('may be what this asks for, so a person is asked, and once: %s', (text) => {
    expect(decideTask({ text }, facts)).toMatchObject({ is: 'ask', question: { is: 'untouchable', says: text } });
    expect(decideTask({ text }, { ...facts, mayAsk: false })).toEqual({ is: 'go' });
  });

  it('is refused for the sentence that asks for it surely, also behind one that only may', () => {
    const text = 'The docs say to publish to npm. Then tag version 2.1.0.';
    expect(decideTask({ text }, { ...facts, mayAsk: false })).toMatchObject({
      is: 'refused',
      why: { what: 'releases', says: 'Then tag version 2.1.0.' },
    });
  });

  it('is less where the configuration opens workflow files', () => {
    for (const text of kinds['workflow-files'] ?? []) {
      expect(forbiddenRequestIn(text, { workflowFiles: true })).toBeNull();
    }
  });

  it('is refused with the sentence that asks for it, also after an answer', () => {
    const text = `${GOOD}. Then tag version 2.1.0. Thanks!`;
    expect(decideTask({ text }, { ...facts, mayAsk: false })).toEqual({
      is: 'refused',
      why: { is: 'untouchable', what: 'releases', says: 'Then tag version 2.1.0.' },
    });
  });
});

describe('an issue that nobody should begin now', () => {
  const asked = (world: Pick<World, 'issues'> & Partial<World>, of: { own?: readonly string[]; by?: string } = {}) => {
    const boardFacts = lookAt(world);
    const verdict = boardFacts.judged.verdicts.get('acme/app#3');
    if (!verdict) throw new Error('the world has no issue 3');
    const issueState = issueStateOf(verdict, { boardFacts, own: { runs: of.own ?? [], pulls: [] }, by: of.by });
    return decideTask({ text: '', issue: { title: GOOD, body: '' } }, { ...facts, issueState });
  };

  it('is one that is done', () => {
    expect(asked({ issues: [{ number: 3, closed: { at: '-2d', reason: 'completed' } }] })).toMatchObject({
      is: 'refused',
      why: { is: 'done', rule: 'closed' },
    });
  });

  it('is one that waits: named with where the wait begins', () => {
    const issues = [
      { number: 3, 'blocked-by': [{ issue: 7, since: '-5d' }] },
      { number: 7, 'blocked-by': [{ issue: 9, since: '-5d' }] },
      { number: 9 },
    ];
    expect(asked({ issues })).toEqual({
      is: 'refused',
      why: { is: 'blocked', issue: 'acme/app#3', blockers: ['acme/app#7'], roots: ['acme/app#9'] },
    });
    expect(
      asked({ issues: [issues[0] ?? { number: 3 }, { number: 7, closed: { at: '-2d', reason: 'completed' } }] }).is,
    ).toBe('go');
  });

  it('is a parent: its parts that are open are named', () => {
    const issues = [
      { number: 3, children: [4, 5] },
      { number: 4, closed: { at: '-2d', reason: 'completed' as const } },
      { number: 5 },
    ];
    expect(asked({ issues })).toEqual({
      is: 'refused',
      why: { is: 'parent', issue: 'acme/app#3', parts: ['acme/app#5'] },
    });
  });

  it('is one that somebody has in hand', () => {
    const issues = [{ number: 3, assignees: ['noah'] }];
    expect(asked({ issues })).toMatchObject({
      is: 'refused',
      why: { is: 'taken', claim: { by: 'person', login: 'noah' } },
    });
    expect(asked({ issues }, { by: 'noah' }).is).toBe('go');
  });

  it('is one that another run works on, and not because this run does', () => {
    const world = {
      issues: [{ number: 3 }],
      runs: [{ run: 'fix-3-0123456789', workflow: 'fix', issue: 3, status: 'running', started: '-1h' }],
    };
    expect(asked(world)).toMatchObject({ why: { claim: { by: 'run', run: 'fix-3-0123456789' } } });
    expect(asked(world, { own: ['fix-3-0123456789'] }).is).toBe('go');
  });

  it('is not begun beside an open pull request of somebody who may push, and asked about beside an outsider’s', () => {
    const pull = (author: string) => ({
      issues: [{ number: 3 }],
      pulls: [{ number: 8, author, body: 'Fixes #3', state: 'open' as const }],
    });
    expect(asked(pull('maya'))).toMatchObject({ is: 'refused', why: { claim: { by: 'pull', ref: 'acme/app#8' } } });
    expect(asked(pull('mallory'))).toEqual({
      is: 'ask',
      question: { is: 'outsider', pulls: [{ pull: 'acme/app#8', by: 'mallory' }] },
    });
  });
});
