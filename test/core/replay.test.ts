import { describe, expect, it } from '@jest/globals';
import type { Journal } from '../../src/core/journal.js';
import { endOf } from '../../src/core/journal.js';
import { replayRun } from '../../src/core/replay.js';
import type { Show } from '../../src/progress.js';
import { workflows } from '../../src/workflows/index.js';
import { openPlace, TURNS, wholeRun } from '../view/run/a-run.js';

const replay = (journal: Journal) => replayRun(journal, workflows);

/** Told twice, it is the same both times: as it ended, with the same digest. */
async function expectSame(journal: Journal): Promise<void> {
  const first = await replay(journal);
  expect(first).toEqual({ same: true, stoppedAt: undefined, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
  expect(await replay(journal)).toEqual(first);
}

describe('an agent’s run told again, without its tree, its model or a key', () => {
  it('comes out the same when it was asked, answered a day later, and done', async () => {
    const journal = await wholeRun();
    expect(endOf(journal)?.outcome).toBe('done');
    await expectSame(journal);
  });

  it('comes out the same while it waits for an answer', async () => {
    const place = await openPlace();
    const { run, outcome } = await place.start();
    expect(outcome.name).toBe('awaiting');
    const asked = place.model.requests.length;
    await expectSame(await place.journal(run));
    expect(place.model.requests).toHaveLength(asked);
  });

  it('comes out the same when it went in circles until it was stopped', async () => {
    const look = { tools: [{ name: 'read', input: { path: 'src/parse.js' } }] };
    const place = await openPlace({ turns: Array.from({ length: 12 }, () => look) });
    const { run, outcome } = await place.start();
    expect(outcome.name).toBe('stuck');
    await expectSame(await place.journal(run));
  });

  it('comes out the same when its money was spent, when it got more, and when that was spent, too', async () => {
    const usage = { input_tokens: 100_000 };
    const turns = Array.from({ length: 20 }, (_, n) => ({
      tools: [
        { name: 'search', input: { pattern: `word ${n}` } },
        { name: 'read', input: { path: 'src/parse.js' } },
      ],
      usage,
    }));
    const place = await openPlace({ turns });
    const { run, outcome } = await place.start();
    expect(outcome.awaits?.kind).toBe('budget');
    await expectSame(await place.journal(run));
    const again = await place.say(run, { is: 'continue', addUsd: 0.5 });
    expect(again?.says).toContain('of $1.50');
    await expectSame(await place.journal(run));
  });

  it('comes out the same when its time was over', async () => {
    const place = await openPlace({
      turns: Array.from({ length: 20 }, (_, n) => ({ tools: [{ name: 'search', input: { pattern: `word ${n}` } }] })),
    });
    const { gate } = (await place.crew.workshop?.()) ?? {};
    if (!gate) throw new Error('no workshop');
    const workshop = async () => {
      const shop = await place.crew.workshop?.();
      if (!shop) throw new Error('no workshop');
      return {
        ...shop,
        gate: (request: Parameters<typeof gate>[0]) => {
          place.clock.pass(6 * 60_000);
          return shop.gate(request);
        },
      };
    };
    const { run, outcome } = await place.start('Take your time.', { workshop });
    expect(outcome.says).toContain('its time is over');
    await expectSame(await place.journal(run));
  });

  it('comes out the same when somebody cancelled it', async () => {
    const stop = new AbortController();
    const show: Show = ({ kind }) => (kind === 'call ended' ? stop.abort() : undefined);
    const place = await openPlace({ show });
    const { run, outcome } = await place.start(undefined, { stop: stop.signal });
    expect(outcome.name).toBe('cancelled');
    await expectSame(await place.journal(run));
  });

  it('comes out the same when the service was down', async () => {
    const down = { text: 'hello', fault: { kind: 'status', status: 529, times: 'always' } };
    const place = await openPlace({ turns: [...TURNS.slice(0, 2), down] });
    const { run, outcome } = await place.start();
    expect(outcome.name).toBe('infra_error');
    await expectSame(await place.journal(run));
  });

  it('comes out the same when there was no such role', async () => {
    const place = await openPlace();
    const { run, outcome } = await place.start('x', { role: 'nobody' });
    expect(outcome.name).toBe('refused');
    await expectSame(await place.journal(run));
  });

  it('says where it stopped when it was not over, and where its journal lacks a step', async () => {
    const { entries, ...rest } = await wholeRun();
    const torn = {
      ...rest,
      entries: entries.slice(
        0,
        entries.findIndex((each) => each.kind === 'step' && each.name === 'mender turn 2'),
      ),
    };
    expect(await replay(torn)).toMatchObject({ same: true, stoppedAt: 'mender turn 2' });
    const holed = { ...rest, entries: entries.filter((each) => each.kind !== 'step' || each.name !== 'mender turn 3') };
    expect(await replay(holed)).toMatchObject({ same: false, stoppedAt: 'mender turn 3' });
  });

  it('comes out differently when its journal holds steps that its story never asks for', async () => {
    const place = await openPlace();
    const { run } = await place.start('x', { role: 'nobody' });
    const { entries, ...rest } = await place.journal(run);
    const [known] = entries.filter((each) => each.kind === 'step');
    if (!known) throw new Error('no step');
    const more = [...entries.slice(0, -1), { ...known, name: 'somebody turn 1' }, ...entries.slice(-1)];
    expect(await replay({ ...rest, entries: more })).toMatchObject({ same: false });
  });

  it('does not come out at all when the story fails where the run was only cancelled', async () => {
    const { entries, ...rest } = await wholeRun();
    const cancelled = entries.map((each) => (each.kind === 'end' ? { ...each, outcome: 'cancelled' as const } : each));
    const broken = workflows.map((each) => ({
      ...each,
      tell: async () => {
        throw new TypeError('a fault of this version');
      },
    }));
    await expect(replayRun({ ...rest, entries: cancelled }, broken)).rejects.toThrow('a fault of this version');
  });

  it('comes out differently when its end says something else', async () => {
    const { entries, ...rest } = await wholeRun();
    const forged = entries.map((each) => (each.kind === 'end' ? { ...each, says: 'All tests pass.' } : each));
    expect(await replay({ ...rest, entries: forged })).toMatchObject({ same: false });
  });
});
