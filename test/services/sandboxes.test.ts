import { describe, expect, it } from '@jest/globals';
import type { SandboxSupply } from '../../src/adapters/sandbox/index.js';
import type { Command, CommandResult } from '../../src/ports/index.js';
import { openSandboxPool } from '../../src/services/sandboxes.js';
import { settingsOf, withBudget } from '../../src/services/settings.js';

const RAN: CommandResult = { started: true, exit: 0, ended: 'itself', ms: 1, refused: [] };
const COMMAND: Command = { line: 'true', cwd: '/', timeoutMs: 1, onOutput: () => undefined };
const KIND = { strength: 'sealed', name: 'paper', home: '/' } as const;

/** Walls that say what was done with them: `a stands`, `a1 runs`, `a1 closes`, `a falls`. */
function watched() {
  const done: string[] = [];
  const open = async (): Promise<SandboxSupply> => {
    const ground = 'abc'[done.filter((line) => line.endsWith('stands')).length] ?? '?';
    let count = 0;
    done.push(`${ground} stands`);
    return {
      kind: KIND,
      async next() {
        count += 1;
        const name = `${ground}${count}`;
        return {
          ...KIND,
          run: async () => {
            done.push(`${name} runs`);
            return RAN;
          },
          takeFiles: async () => 'taken',
          close: async () => void done.push(`${name} closes`),
        };
      },
      close: async () => void done.push(`${ground} falls`),
    };
  };
  return { done, open };
}

describe('the sandboxes of a tree', () => {
  it('are one where nobody but the Verifier wants one', async () => {
    const { done, open } = watched();
    const cells = await openSandboxPool(open);
    const taken = await cells.take();
    await taken.run(COMMAND);
    await taken.close();
    await cells.close();
    expect(done).toEqual(['a stands', 'a1 runs', 'a1 closes', 'a falls']);
  });

  it('share no ground with those of agents, whoever is first', async () => {
    const { done, open } = watched();
    const cells = await openSandboxPool(open);
    await cells.agents.run(COMMAND);
    const taken = await cells.take();
    await taken.run(COMMAND);
    expect(done).toEqual(['a stands', 'a1 runs', 'b stands', 'b1 runs']);
  });

  it('are new for each who takes one, and stay the same for agents', async () => {
    const { done, open } = watched();
    const cells = await openSandboxPool(open);
    await (await cells.take()).run(COMMAND);
    await cells.agents.run(COMMAND);
    await (await cells.take()).run(COMMAND);
    await Promise.all([cells.agents.run(COMMAND), cells.agents.run(COMMAND)]);
    expect(done).toEqual(['a stands', 'a1 runs', 'b stands', 'b1 runs', 'a2 runs', 'b1 runs', 'b1 runs']);
    await cells.close();
    expect(done.slice(-3)).toEqual(['b1 closes', 'a falls', 'b falls']);
  });

  it('are asked for again where walls could not be put up', async () => {
    const { open } = watched();
    let tries = 0;
    const cells = await openSandboxPool(() => {
      tries += 1;
      return tries === 2 ? Promise.reject(new Error('no room')) : open();
    });
    await cells.agents.run(COMMAND);
    await expect(cells.take()).rejects.toThrow('no room');
    await expect(cells.take()).resolves.toMatchObject(KIND);
  });

  it('are opened at once, so that missing walls are said before anything is spent; and what nobody took is closed', async () => {
    await expect(openSandboxPool(() => Promise.reject(new Error('no walls')))).rejects.toThrow('no walls');
    const { done, open } = watched();
    await (await openSandboxPool(open)).close();
    expect(done).toEqual(['a stands', 'a falls']);
  });
});

const file = '.github/crew.yml';
const owners = 'lang: ja\nfix:\n  max-open: 3\n  labels: [automated]\nverify:\n  reruns: 0\n';

describe('defaults of the owner', () => {
  it('hold where the repository says nothing; maps merge, lists replace, null clears', () => {
    const text = 'fix:\n  labels: [ours]\nverify: null\n';
    const { config, problems } = settingsOf(text, { file, ownersText: owners });
    expect(problems).toEqual([]);
    expect(config.lang).toBe('ja');
    expect(config.fix).toMatchObject({ 'max-open': 3, labels: ['ours'] });
    expect(config.verify.reruns).toBe(2);
  });

  it('hold alone where the repository has no file', () => {
    expect(settingsOf(null, { file, ownersText: owners }).config.fix['max-open']).toBe(3);
  });

  it('that are broken are named as the owner’s, and the repository’s own mistakes with their line', () => {
    const broken = 'fix:\n  max-open: many\n';
    expect(settingsOf('lang: en\n', { file, ownersText: broken }).problems.join()).toContain(
      "defaults of the owner's repository .github",
    );
    const own = settingsOf(`lang: en\n${broken}`, { file, ownersText: owners }).problems.join();
    expect(own).toMatch(/^line 3: /);
    expect(own).not.toContain('owner');
  });

  it('that are no map change nothing', () => {
    expect(settingsOf('lang: ja\n', { file, ownersText: '- a\n- b\n' })).toMatchObject({ problems: [], lang: 'ja' });
  });
});

describe('the input budget-usd', () => {
  const settings = settingsOf('budget:\n  run-usd: 5\n', { file });

  it('goes before the file', () => {
    expect(withBudget(settings, '2.50').config.budget['run-usd']).toBe(2.5);
    expect(withBudget(settings, undefined).config.budget['run-usd']).toBe(5);
  });

  it.each(['0', '-1', 'five', '1e9', '$5'])('is refused as %s', (said) => {
    expect(() => withBudget(settings, said)).toThrow(/budget-usd/);
  });
});
