import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import { approve } from '../../../src/memory/preferences/decide.js';
import { preferencesIn } from '../../../src/memory/preferences/entities.js';
import { applySignals } from '../../../src/memory/preferences/rules.js';
import { recallFrom } from '../../../src/memory/recall.js';
import type { MemoryServices } from '../../../src/memory/services.js';
import { folderMemory, processMemory } from '../../../src/memory/store.js';
import { scrubFolder } from '../../../src/runs/scrub.js';
import type { Services } from '../../../src/runs/services.js';
import { type ProfileCommand, profileAnswer, profileText } from '../../../src/workflows/profile/index.js';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const signal = (topic: string, statement: string, quote: string) => ({
  ...{ kind: 'explicit' as const, cluster: 'defaults' as const, topic, statement, quote, source: `c-${topic}` },
  ...{ author: 'maya', time: '2026-11-18T12:00:00.000Z', taskKind: 'build', run: 'build-1-aaaaaaaa' },
});

let home: string;
let memory: MemoryServices;
beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'crew-profile-'));
  memory = {
    store: folderMemory(home, (text) => text),
    connect: () => processMemory(),
    scrub: (change) => scrubFolder(home, change),
  };
  const signals = [
    signal('indent_style', 'Indent with "hard" tabs.', 'Always use "hard" tabs, please.'),
    signal('quote_style', 'Use single quotes.', 'Always use single quotes.'),
  ];
  const { state } = applySignals((await preferencesIn(memory.store).read()) ?? {}, signals, {
    run: 'build-1-aaaaaaaa',
  });
  const at = { now: NOW, by: 'maya', cap: 40 };
  const first = approve(state, 'LP-001', { is: 'condition', text: 'in Go files' }, at);
  const second = 'state' in first ? approve(first.state, 'LP-002', { is: 'plain' }, at) : first;
  if (!('state' in second)) throw new Error(second.is);
  const entity = {
    name: 'node:install:command',
    entityType: 'lesson',
    observations: ['If a lock file is there, use `npm ci`.'],
  };
  await memory.store.createEntities([entity]);
  await preferencesIn(memory.store).update(() => ({ state: second.state, value: undefined }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const servicesOf = (more: Partial<Services> = {}): Services =>
  ({
    memory,
    settings: async () => ({ lang: 'en', config: defaults, configFile: 'crew.yml', problems: [] }),
    clock: { now: () => NOW },
    dryRun: false,
    ...more,
  }) as unknown as Services;

const ask = (asked: ProfileCommand, more: Partial<Services> = {}) => profileAnswer(asked, 'thread', servicesOf(more));
const names = async () => (await memory.store.readGraph()).entities.map(({ name }) => name);

/** Every byte below CREW_HOME. */
const bytes = (): string =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.name}\n${readFileSync(path.join(each.parentPath, each.name), 'latin1')}`)
    .join('\n');

/** What runs leave: a record and a journal as JSON, a work folder as YAML and Markdown. */
function leaveRun(): void {
  const run = path.join(home, 'subjects', 'tree', 'build-1-aaaaaaaa');
  const work = path.join(home, 'work', 'cmd_001');
  mkdirSync(run, { recursive: true });
  mkdirSync(work, { recursive: true });
  const proposal = { name: 'lp:defaults:indent_style', statement: 'Indent with "hard" tabs.', other: 'stays here' };
  const quote = 'Always use "hard" tabs, please.';
  writeFileSync(
    path.join(run, '..', 'record-00000001.json'),
    JSON.stringify({ end: { says: JSON.stringify(proposal) } }),
  );
  writeFileSync(
    path.join(run, 'journal.jsonl'),
    `${JSON.stringify({ name: 'x', value: { quote, topic: 'indent_style' } })}\n`,
  );
  writeFileSync(
    path.join(work, 'retrospective.md'),
    `- Indent with "hard" tabs. (only: in Go files)\n  > ${quote}\nUse single quotes.\n`,
  );
}

describe('/crew profile', () => {
  it('review shows every preference with its condition, its evidence and how to delete it', async () => {
    const says = await ask({ name: 'profile', what: 'review' });
    expect(says).toContain('Indent with "hard" tabs. Only: in Go files.');
    expect(says).toContain('- explicit statement by maya, 2026-11-18: “Always use "hard" tabs, please.”');
    expect(says).toContain('`/crew forget lp:defaults:quote_style`');
  });

  it('keep shows the profile by clusters, and changes nothing', async () => {
    const before = bytes();
    const says = await ask({ name: 'profile', what: 'keep' });
    expect(says).toContain('All 2 preferences are kept.');
    expect(says).toContain('### Aggregate Profile Review: You now have 2 learned preferences');
    expect(says).toContain('**Defaults (your repeated choices)**:\n- `lp:defaults:indent_style`');
    expect(says).toContain('**Vocabulary (your term definitions)**: –');
    expect(bytes()).toBe(before);
  });

  it('clear deletes the preferences and switches learning off; knowledge stays', async () => {
    expect(await ask({ name: 'profile', what: 'clear' })).toContain('Deleted 2 learned preferences');
    expect(await names()).toEqual(['lp:_internal:metadata', 'node:install:command']);
    expect((await preferencesIn(memory.store).read()).enabled).toBe(false);
    expect(await ask({ name: 'profile', what: 'review' })).toBe('crew has learned no preferences here.');
  });

  it('speaks Japanese', async () => {
    const state = await preferencesIn(memory.store).read();
    expect(profileText(state, 'terminal', 'ja')).toContain('学習済みの好みが 2 件になりました');
    const settings = async () => ({ lang: 'ja' as const, config: defaults, configFile: 'crew.yml', problems: [] });
    expect(await ask({ name: 'profile', what: 'review' }, { settings })).toContain('（条件: in Go files）');
  });
});

describe('/crew forget', () => {
  it('NAME leaves no byte of the preference in files, and nothing of it in a prompt', async () => {
    leaveRun();
    const says = await ask({ name: 'forget', entry: 'lp:defaults:indent_style' });
    expect(says).toContain('Deleted `lp:defaults:indent_style`');
    const left = bytes();
    for (const word of ['indent_style', 'tabs', 'hard', 'in Go files', 'please']) expect(left).not.toContain(word);
    for (const word of ['quote_style', 'single quotes', 'npm ci', 'stays here']) expect(left).toContain(word);
    const query = { who: 'w', text: 'indent with tabs', taskKind: 'fix' };
    const { section } = await recallFrom({ store: memory.store })(query);
    expect(section).toContain('Use single quotes.');
    expect(section).not.toContain('tabs');
  });

  it('--all leaves nothing but the switch', async () => {
    leaveRun();
    const says = await ask({ name: 'forget', entry: undefined });
    expect(says).toContain('Deleted 2 learned preferences and 1 other entries');
    const left = bytes();
    for (const word of ['tabs', 'quotes', 'npm ci', 'style', 'maya']) expect(left).not.toContain(word);
    expect(await names()).toEqual(['lp:_internal:metadata']);
    expect((await preferencesIn(memory.store).read()).enabled).toBe(false);
  });

  it('takes the last part of a name, and an entity that is no preference', async () => {
    expect(await ask({ name: 'forget', entry: 'quote_style' })).toContain('`lp:defaults:quote_style`');
    expect(await ask({ name: 'forget', entry: 'node:install:command' })).toContain('`node:install:command`');
    expect(await names()).toEqual(['lp:_internal:metadata', 'lp:defaults:indent_style']);
  });

  it('forgets a subject that was only signalled so far', async () => {
    await preferencesIn(memory.store).update((now) => ({
      state: applySignals(now, [{ ...signal('file_names', 'Use kebab case.', 'use kebab case'), kind: 'correction' }], {
        run: 'build-2-aaaaaaaa',
      }).state,
      value: undefined,
    }));
    expect(await ask({ name: 'forget', entry: 'lp:defaults:file_names' })).toContain('Deleted');
    expect(bytes()).not.toContain('kebab');
  });

  it('names what it does not know, and deletes nothing in a dry run', async () => {
    const before = bytes();
    expect(await ask({ name: 'forget', entry: 'nothing' })).toBe('The memory has no entry `nothing`.');
    const dry = await ask({ name: 'forget', entry: undefined }, { dryRun: true });
    expect(dry).toContain('`node:install:command`');
    expect(bytes()).toBe(before);
  });

  it('deletes an entity that only the configured server has', async () => {
    const server = processMemory();
    await server.createEntities([{ name: 'team:style:quotes', entityType: 'lesson', observations: ['x'] }]);
    memory = { ...memory, connect: () => server };
    const config = { ...defaults, mcp: { team: { command: 'team' } }, memory: { server: 'team' } };
    const settings = async () => ({ lang: 'en' as const, config, configFile: 'crew.yml', problems: [] });
    expect(await ask({ name: 'forget', entry: 'team:style:quotes' }, { settings })).toContain('Deleted');
    expect((await server.readGraph()).entities).toEqual([]);
  });
});
