// One word for each state of a run, wherever it is shown.
import { describe, expect, it } from '@jest/globals';
import type { OutcomeName } from '../../src/ports/run.js';
import { outcomes } from '../../src/runs/outcome.js';
import { stateOf } from '../../src/runs/record.js';
import { endedState, stateSentence, stateWord } from '../../src/text/lang/outcome-words.js';
import { runMessages } from '../../src/text/lang/thread/index.js';
import { fixMessages } from '../../src/workflows/fix/messages.js';
import { START } from '../build/clock.js';
import { recordOf } from '../build/records.js';

const stateAfter = (name: OutcomeName, result?: unknown, awaits?: { kind: string }) =>
  endedState(outcomes[name].status, { outcome: name, result, awaits });

describe('the state of an ended run', () => {
  it.each([
    ['done', { provenByTest: true }, 'succeeded'],
    ['done', undefined, 'succeeded'],
    ['done', { provenByTest: false }, 'succeeded, not proven by a test'],
    ['planned', { provenByTest: false }, 'dry run made'],
    ['planned', { result: { artifacts: ['src/fizzbuzz.js'] } }, 'dry run made'],
    ['planned', { result: { artifacts: ['api-design.md'] } }, 'document written'],
    ['stuck', {}, 'stuck'],
    ['stuck', { noPlan: true }, 'no plan made'],
    ['refused', { why: { is: 'done' } }, 'refused'],
    ['refused', { already: true }, 'nothing to change'],
    ['refused', { requests: [] }, 'answered, nothing changed'],
    ['refused', { requests: [{ is: 'no-change' }] }, 'answered, nothing changed'],
    ['refused', { requests: [{ is: 'declined' }, { is: 'no-change', isQuestion: true }] }, 'answered, nothing changed'],
    ['refused', { requests: [{ is: 'declined', isQuestion: true }, { is: 'no-change' }] }, 'not done'],
    ['failed', {}, 'failed'],
    ['failed', { findings: [] }, 'reviewed, check failed'],
    ['infra_error', undefined, 'could not run'],
    ['infra_error', { findings: [] }, 'reviewed, check could not run'],
    ['error', { id: 'e-1' }, 'failed (internal error)'],
    ['cancelled', null, 'cancelled'],
  ] as const)('%s with %j', (name, result, word) => expect(stateWord('en', stateAfter(name, result))).toBe(word));

  it('tells a wait for an approval from one for an answer', () => {
    expect(stateAfter('awaiting', undefined, { kind: 'approval' })).toBe('awaiting_approval');
    expect(stateAfter('awaiting', undefined, { kind: 'question' })).toBe('awaiting');
  });

  it('is cancelled once a question has waited too long, whatever it asks', () => {
    const end = {
      outcome: 'awaiting',
      at: '2020-01-01T00:00:00Z',
      awaits: { id: 'p-1', kind: 'approval', question: '?' },
    } as const;
    expect(stateOf(recordOf({ end }), START)).toBe('cancelled');
  });
});

it.each(['en', 'ja'] as const)('a report, a comment and a list use the same word (%s)', (lang) => {
  const { end } = fixMessages(lang);
  for (const [text, state] of [
    [end({ is: 'done', isProven: true }), 'succeeded'],
    [end({ is: 'done', isProven: false }), 'unproven'],
    [end({ is: 'planned' }), 'planned'],
    [end({ is: 'stuck' }), 'stuck'],
    [end({ is: 'no-plan' }), 'no-plan'],
    [end({ is: 'unable', changed: true }), 'infra_error'],
    [end({ is: 'partial', changed: true }), 'partial'],
    [end({ is: 'cancelled', changed: false }), 'cancelled'],
    [end({ is: 'answered', declined: 0, answered: 1 }), 'answered'],
    [end({ is: 'answered', declined: 1, answered: 1 }), 'answered'],
  ] as const) {
    expect(text).toMatch(new RegExp(`^${stateSentence(lang, state).replace(/[*.()]/g, '\\$&')}`));
    const headline = runMessages(lang).ended({ run: 'fix-1', command: '/crew fix', state, costUsd: 0 });
    expect(headline).toContain(`: ${stateWord(lang, state)} · `);
  }
  const declined = end({ is: 'answered', declined: 1, answered: 0 });
  expect(declined).toMatch(new RegExp(`^\\*\\*${stateWord(lang, 'declined')}: `, 'i'));
});
