// A process in which crew's agent runs against a server, or against a model that answers immediately.
// usage: node bench/echo.mjs SUBJECT URL | node bench/echo.mjs SUBJECT at-once TURNS
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [subject, url, many] = process.argv.slice(2);
const { z, ...crew } = await import(subject);
const folder = mkdtempSync(path.join(tmpdir(), 'crew-bench-'));
const clock = crew.systemClock();
// Redacts as crew does.
const secrets = ['a-key-of-a-model-service', 'a-token-of-github'];
const redact = (text) => crew.redactPatterns(crew.redactSecrets(text, secrets).text).text;
const journal = await crew.openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact });
const run = { step: journal.step, signals: [] };
const word = z.strictObject({ word: z.string() });
const began = performance.now();
const ended = await crew.runAgent({
  role: {
    name: 'echo',
    tier: 'sonnet',
    limits: { turns: 1000, usd: 100, minutes: 60 },
    tools: ['echo'],
    prompt: 'You are the Echo. You say the words that you are asked for, one a turn.',
    answer: z.strictObject({ text: z.string() }),
  },
  task: 'Echo five words, one after the other.',
  tools: [
    { name: 'echo', description: 'Says a word.', input: word, reads: true, act: async (it) => ({ text: it.word }) },
  ],
  model: url === 'at-once' ? atOnce() : crew.messagesModel({ provider: { is: 'anthropic', key: 'a-key', url } }),
  models: crew.modelsOf({ provider: 'anthropic' }),
  run,
  budget: crew.openBudget(100),
  at: { clock, signal: new AbortController().signal },
});
const ms = performance.now() - began;
rmSync(folder, { recursive: true, force: true });
if (ended.ended !== 'answered') throw new Error(JSON.stringify(ended));
console.log(JSON.stringify({ turns: ended.turns, ms, megabytes: process.resourceUsage().maxRSS / 1024 }));

function atOnce() {
  let turn = 0;
  const usage = { in: 1, out: 1, cacheRead: 1, cacheWrite: 1 };
  const call = (tool, input) => ({
    blocks: [{ kind: 'call', id: `toolu_${turn}`, tool, input }],
    stop: 'calls',
    usage,
  });
  return {
    async turn() {
      turn += 1;
      return turn < Number(many) ? call('echo', { word: `word ${turn}` }) : call('answer', { text: 'Done.' });
    },
  };
}
