// `crew ask` as the command line runs it: read-only, and only citations that can be looked up are shown.
import { describe, expect, it } from '@jest/globals';
import { parseScript, startModel } from '../../../src/sample/model/index.js';
import { benchOf, call, opens, repositoryOf, turn, wrongSum } from '../fix/at-work.js';

const benchWith = async (turns: readonly unknown[]) =>
  benchOf(await repositoryOf(wrongSum), opens(await startModel({ script: parseScript(JSON.stringify({ turns })) })));
const answer = (...evidence: readonly { file: string; line: number; shows: string }[]) =>
  turn(call('answer', { answer: 'It takes b away.', evidence, open: [] }));
const real = { file: 'add.js', line: 1, shows: 'a - b' };
const invented = { file: 'add.js', line: 99, shows: 'a * b' };

describe('crew ask', () => {
  it('answers with citations that were looked up, and costs what its turns cost', async () => {
    const bench = await benchWith([turn(call('read', { path: 'add.js' })), answer(real)]);
    const { run, outcome } = await bench.ask(['ask', 'What does add do?']);
    expect(outcome).toMatchObject({ name: 'done', result: { evidence: [real], dropped: 0 } });
    expect(outcome.says).toContain('- `add.js:1` a - b');
    const { status, budget } = await bench.view(run);
    expect(status).toBe('succeeded');
    expect(budget.spentUsd).toBeGreaterThan(0);
    expect(JSON.stringify(bench.model.requests[0]?.body)).toContain('What does add do?');
  });

  it('sends back what cannot be looked up, and after three answers drops it and says so', async () => {
    const bench = await benchWith([answer(invented), answer(invented), answer(invented, real)]);
    const { outcome } = await bench.ask(['ask', 'What does add do?']);
    expect(outcome).toMatchObject({ name: 'done', result: { evidence: [real], dropped: 1 } });
    expect(JSON.stringify(bench.model.requests[1]?.body)).toContain('add.js:99');
    expect(bench.model.requests).toHaveLength(3);
  });

  it('changes nothing, whatever the model tries', async () => {
    const bench = await benchWith([
      turn(call('write', { path: 'mine.js', content: '' }), call('shell', { command: 'touch mine.js' })),
      answer(real),
    ]);
    expect((await bench.ask(['ask', 'What does add do?'])).outcome.name).toBe('done');
    expect(bench.status()).toBe('');
  });
});
