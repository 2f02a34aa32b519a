import { describe, expect, it } from '@jest/globals';
import type { End } from '../../../src/agent/ended.js';
import { languages, messages } from '../../../src/text/lang/index.js';
import { outcomeOf } from '../../../src/agent/broken-off.js';

const FREE = { spent: { usd: 0, usage: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 }, ms: 0 }, turns: 1 } as const;

const said = (end: End<unknown>, more: { lang?: 'en' | 'ja'; dryRun?: boolean } = {}) =>
  outcomeOf(
    { ...end, ...FREE },
    {
      role: 'Counter',
      run: 'agent-here-0a1b2c3d4e',
      limitUsd: 2,
      say: messages(more.lang ?? 'en'),
      dryRun: more.dryRun ?? false,
    },
  );

const ESCAPES = 'all \u001b[2Jwell\u202e';
const failed = (detail: string) => said({ ended: 'failed', why: 'service', detail }).says;

describe('what a role says', () => {
  it('moves no cursor, and hides nothing', () => {
    expect(said({ ended: 'answered', answer: { text: ESCAPES } }).says).toBe('all \\u{1b}[2Jwell\\u{202e}');
    const question = { id: 'q-1', kind: 'question', text: ESCAPES, choices: [ESCAPES] } as const;
    const asks = said({ ended: 'asked', question });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a control is exactly what must not be there
    expect(JSON.stringify([asks.says, asks.awaits])).not.toMatch(/u001b|\u001b|\u202e/);
  });

  it('is a plan where nothing was to be changed', () => {
    expect(said({ ended: 'answered', answer: { text: 'x' } }, { dryRun: true }).name).toBe('planned');
  });
});

describe('what a person is told at a terminal', () => {
  it('is how to reply there', () => {
    const question = { id: 'q-1', kind: 'question', text: 'Which?' } as const;
    expect(said({ ended: 'asked', question }).says).toContain('`crew answer q-1 … --run agent-here-0a1b2c3d4e`');
    expect(said({ ended: 'budget', why: 'usd' }).says).toContain('`crew continue +2 --run agent-here-0a1b2c3d4e`');
  });

  it.each(languages)(
    'is, in %s, that another day or the configuration helps where a day is spent, and not more dollars',
    (lang) => {
      for (const why of ['user-day', 'repository-day'] as const) {
        const { says = '' } = said({ ended: 'budget', why }, { lang });
        expect(says).toContain('`crew continue --run agent-here-0a1b2c3d4e`');
        expect(says).toContain('`budget`');
        expect(says).not.toContain('+2');
      }
    },
  );

  it('is that the key is wrong where it is, without what the service wrapped that in', () => {
    const detail = '401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}';
    expect(failed(detail)).toContain('refused the key; set a valid one in ANTHROPIC_API_KEY (401 invalid x-api-key)');
    expect(failed(detail)).not.toContain('does not answer');
  });

  it.each([
    ['404 {"error":{"message":"model: x"}}', 'does not know the model or the address'],
    ['400 no low surrogate in string', 'refused the request (400 no low surrogate in string)'],
    ['529 {"error":{"message":"Overloaded"}}', 'does not answer (529 Overloaded)'],
    ['429 {"error":{"message":"slow down"}}', 'does not answer (429 slow down)'],
    ['the model fell silent', 'does not answer (the model fell silent)'],
  ])('is what was answered: %s', (detail, says) => expect(failed(detail)).toContain(says));

  it.each(languages)('is, in %s, how it goes on as that is typed where it is read', (lang) => {
    const { cancelled, failed } = messages(lang).agent;
    const of = {
      run: 'fix-here-0a1b2c3d4e',
      goesOn: 'fix-here-0a1b2c3d4e',
      role: 'Editor',
      detail: undefined,
    } as const;
    for (const place of ['thread', undefined] as const) {
      const says = [cancelled({ ...of, place }), failed({ ...of, why: 'service', place })];
      expect(says).toEqual([expect.stringContaining('`/crew continue`'), expect.stringContaining('`/crew continue`')]);
      expect(says.join()).not.toContain('--run');
    }
    expect(cancelled({ ...of, place: 'terminal' })).toContain('`crew continue --run fix-here-0a1b2c3d4e`');
  });

  it('is how it goes on when the service was not there', () => {
    expect(failed('529 Overloaded')).toContain('`crew continue --run agent-here-0a1b2c3d4e`');
  });
});
