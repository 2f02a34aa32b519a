// Tasks from the command to their end, one after the other in one repository at a terminal: straight through, with personas, escalated
// and answered; and what the dashboard shows of them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import { folderLedger, type Ledger } from '../../../src/memory/ledger.js';
import { memorySpending } from '../../../src/memory/spending.js';
import type { Event } from '../../../src/ports/event.js';
import type { RunStore } from '../../../src/ports/run.js';
import type { GateContext } from '../../../src/ports/workflow.js';
import { followsEscalation } from '../../../src/runs/decide.js';
import { runLocally } from '../../../src/runs/local.js';
import { historyOf, type Services } from '../../../src/runs/services.js';
import { folderRunStore } from '../../../src/runs/stores.js';
import { readEnv } from '../../../src/services/env.js';
import { openEnvironment } from '../../../src/services/environment.js';
import { workflowsWith } from '../../../src/workflows/index.js';
import { instant } from '../../../src/workflows/instant.js';
import { gate } from '../../../src/workflows/task/gate.js';
import { en } from '../../../src/workflows/task/messages.en.js';
import { taskDocument } from '../../../src/workflows/task/rules/contract.js';
import { dashboard } from '../../../src/workflows/task/rules/dashboard.js';
import { statisticsOf } from '../../../src/workflows/task/rules/statistics.js';
import { handClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';
import {
  call,
  config,
  git,
  judges,
  mends,
  repositoryOf,
  requestOf,
  type Script,
  scripted,
  turn,
  wrongSum,
} from './at-work.js';

const same = (text: string): string => text;

interface Place {
  readonly root: string;
  readonly store: RunStore;
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly type: (script: Script, ...words: readonly string[]) => ReturnType<typeof runLocally>;
}

/** A terminal in a repository. */
async function placeOf(): Promise<Place> {
  const [root, home] = [await repositoryOf(wrongSum), await newFolder()];
  const [store, clock, ledger] = [folderRunStore(home, same), handClock(), folderLedger(home, same)];
  let typed = 0;
  const services: Services = {
    workflows: workflowsWith({ ledger: () => ledger, publishLedger: null, complain: () => undefined }),
    ...{ instant, store, clock, spending: memorySpending(), log: () => undefined, dryRun: false },
    settings: async () => ({ lang: 'en', config, configFile: '.github/crew.yml', problems: [] }),
    own: async () => ({ labelPrefix: defaults.labels.prefix, me: 0 }),
    asker: async () => 'local',
    process: 'here',
    isAlive: () => true,
  };
  return {
    ...{ root, store, ledger, now: clock.now },
    type: async (script, ...words) => {
      typed += 1;
      await clock.advance(1000);
      const event: Event = { kind: 'typed', key: `typed-${typed}`, repo: undefined, issue: undefined, words };
      const { model } = scripted(script);
      return runLocally(event, services, {
        ...{ home, redact: same, stop: new AbortController().signal, show: () => undefined },
        lock: async () => ({ release: async () => undefined }),
        environment: async () => {
          const env = readEnv({ ...process.env, CREW_HOME: home });
          const environment = await openEnvironment({ env, root, config, home, clock });
          return Object.create(environment, { model: { value: model } });
        },
      });
    },
  };
}

const designs = (name: string, text: string) => turn(call('answer', { name, text, log: ['read add.js'] }));
const never = judges(false, ['nobody can tell']);

describe('three tasks, one after the other', () => {
  it('go through, get personas, and escalate; an answer starts a new run; the page shows all of them', async () => {
    const place = await placeOf();
    const [first] = await place.type(
      { Editor: mends, Watcher: [judges(true)] },
      'task',
      'Fix add in add.js: add(1, 2) gives -1, it should give 3',
    );
    expect(first?.outcome?.name).toBe('done');
    git(place.root, 'commit', '--quiet', '--all', '--message=sum');

    const api = designs('api.md', '# API\n\nOne resource.');
    const [second] = await place.type({ Designer: [api], Watcher: [judges(true)] }, 'task', "decide this API's design");
    expect(second?.outcome?.name).toBe('planned');
    expect(taskDocument.parse(second?.outcome?.result).execution_trace.map(({ outcome }) => outcome)).toContain(
      'Kent Beck + Martin Fowler',
    );

    const [applied] = await place.type({}, 'apply');
    expect(applied?.outcome?.name).toBe('done');
    expect(await readFile(path.join(place.root, 'docs', 'api.md'), 'utf8')).toBe('# API\n\nOne resource.\n');
    git(place.root, 'add', '--all');
    git(place.root, 'commit', '--quiet', '--message=api');

    const again = designs('split.md', '# Split\n\nPerhaps.');
    const hard = { Designer: [again, again, again], Watcher: [never, never, never] };
    const [third] = await place.type(hard, 'task', 'Decide the architecture of the split');
    expect(third?.outcome?.name).toBe('escalated');
    expect(third?.outcome?.says).toContain('/crew answer');
    expect(followsEscalation(await place.store.read('tree'), place.now())).toBe(true);

    const script = { Designer: [designs('split.md', '# Split\n\nTwo services.')], Watcher: [judges(true)] };
    const [fourth] = await place.type(script, 'answer', 'Two services, one database');
    expect(fourth?.run).not.toBe(third?.run);
    expect(fourth?.outcome?.name).toBe('planned');
    const answered = (await place.store.read('tree')).runs.at(-1);
    expect(answered?.workflow).toBe('task');
    expect(answered?.order).toMatchObject({
      request: expect.stringContaining('Two services, one database'),
      answers: { run: third?.run, documents: [{ name: 'split.md', text: '# Split\n\nPerhaps.' }] },
    });

    const records = await historyOf(place.store).list();
    const statistics = statisticsOf({ records, entries: await place.ledger.read(), axes: ['tests'], now: place.now() });
    expect(statistics.rows.map(({ status }) => status)).toEqual(['document', 'escalated', 'document', 'succeeded']);
    expect(statistics.byPair.map(({ name }) => name)).toContain('Kent Beck + Martin Fowler');
    const page = dashboard({ statistics, say: en, lang: 'en', title: path.basename(place.root) });
    for (const { run } of statistics.rows) expect(page).toContain(run);
    const [status] = await place.type({}, 'status');
    expect(status?.outcome?.says).toContain('**Tasks**');
  });
});

describe('a task after one that is still escalated', () => {
  it('asks before it begins, goes on with a yes, and is not started with a no', async () => {
    const place = await placeOf();
    const again = designs('split.md', '# Split');
    await place.type(
      { Designer: [again, again, again], Watcher: [never, never, never] },
      'task',
      'Decide the architecture of the split',
    );
    const [asks] = await place.type({}, 'task', "decide this API's design");
    expect(asks?.outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'question' } });
    expect(asks?.outcome?.says).toContain('an earlier task here still waits for a decision');
    const [no] = await place.type({}, 'answer', 'no');
    expect(no?.outcome?.name).toBe('refused');
    await place.type({}, 'task', "decide this API's design again");
    const api = designs('api.md', '# API');
    const [yes] = await place.type({ Designer: [api], Watcher: [judges(true)] }, 'answer', 'yes');
    expect(yes?.outcome?.name).toBe('planned');
  });
});

function contextOf(asked: number[]): GateContext {
  return {
    ...{ run: 'task-here-0123456789', repo: undefined, issue: undefined, place: 'terminal', signals: [] },
    settings: { lang: 'en', config, configFile: '.github/crew.yml', problems: [] },
    history: { list: async () => [], load: async () => null, ofSubject: async () => [] },
    ...{ github: undefined, board: undefined, clock: handClock(), dryRun: false, url: '' },
    allowance: async (usd) => {
      asked.push(usd);
      return { usd };
    },
  };
}

describe('the gate of a task', () => {
  it('orders what is asked, and reserves the budget once: for the executor and for what stands beside it', async () => {
    const asked: number[] = [];
    const gated = await gate(contextOf(asked), requestOf('Fix add(1, 2) in add.js: it gives -1, it should give 3'));
    expect(gated).toMatchObject({
      order: { request: expect.stringContaining('Fix add'), dryRun: false, review: null },
    });
    expect('order' in gated && gated.order.fix?.job.task.text).toContain('Fix add');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThan(3);
  });

  it('survives JSON, as an order has to', async () => {
    const gated = await gate(contextOf([]), requestOf("decide this API's design"));
    if (!('order' in gated)) throw new Error('nothing was ordered');
    const { order } = gated;
    expect(JSON.parse(JSON.stringify(order))).toMatchObject({ request: "decide this API's design" });
  });

  it('orders a design that would be too vague for a fix', async () => {
    const gated = await gate(contextOf([]), requestOf('Decide the architecture'));
    expect('order' in gated && gated.asks).toBeFalsy();
  });

  it('asks about a change that is too vague, and about nothing at all', async () => {
    for (const what of ['fix it', '']) {
      const asked: number[] = [];
      const gated = await gate(contextOf(asked), requestOf(what));
      const ends = 'order' in gated ? gated.asks : gated;
      // What waits for an answer has its budget when it goes on.
      expect(asked.length).toBe('order' in gated ? 1 : 0);
      expect(['awaiting', 'refused']).toContain(ends?.name);
    }
  });
});
