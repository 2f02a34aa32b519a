// The code that bench/write.mjs measures: a round of reviews against a server, and the facts of a README.
import path from 'node:path';
import { messagesModel } from '../src/adapters/model/index.js';
import { openWorkspace } from '../src/adapters/workspace/index.js';
import { schema } from '../src/config/schema.js';
import type { Clock, Sandbox, WorkEnvironment } from '../src/ports/index.js';
import type { WorkContext } from '../src/ports/workflow.js';
import { openJournal } from '../src/runs/journal.js';
import { openContext } from '../src/workflows/write/context.js';
import { factsIn } from '../src/workflows/write/facts.js';
import { reviewRound } from '../src/workflows/write/review.js';

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const nothing = async (): Promise<never> => {
  throw new Error('not measured');
};

/** One round of eight reviews of a draft, in its own folder. */
export async function measureRound({
  url,
  folder,
  draft,
}: {
  url: string;
  folder: string;
  draft: string;
}): Promise<number> {
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact: (text) => text });
  const environment = {
    workspace: openWorkspace(folder),
    model: messagesModel({ provider: { is: 'anthropic', key: 'a-key', url } }),
    gate: () => ({ verdict: 'deny', phase: '0', why: '' }),
    sandbox: { run: nothing },
    agentsFolder: path.join(folder, '.agent'),
    web: { get: nothing, hosts: [] },
    keep: nothing,
  } as unknown as WorkEnvironment;
  const config = schema.parse({}) as WorkContext['settings']['config'];
  const ctx = {
    ...{ run: 'write-1-0123456789', place: 'thread', signals: [], clock, folder },
    settings: { lang: 'en', config, configFile: '', problems: [] },
    allowed: { usd: 100 },
    ...{ step: journal.step, steps: journal.steps, stop: new AbortController().signal, show: () => undefined },
  } as unknown as WorkContext;
  const context = await openContext(ctx, environment);
  const began = performance.now();
  await reviewRound(context, {
    ...{ chapter: 1, round: 1, profile: 'fiction', lang: 'en', previous: [], facts: null, steering: [] },
    common: [{ path: 'workspace/current/chapters/ch01/draft-01.md', text: draft }],
    progress: async () => undefined,
  });
  return performance.now() - began;
}

/** Finds wrong facts of a text in a folder, using a sandbox. */
export async function wrongIn(of: { root: string; document: string; text: string; sandbox: Pick<Sandbox, 'run'> }) {
  const facts = await factsIn({ workspace: openWorkspace(of.root), sandbox: of.sandbox }, of.text, {
    document: of.document,
  });
  return facts.filter(({ verdict }) => verdict === 'wrong');
}
