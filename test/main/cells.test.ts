import { describe, expect, it } from '@jest/globals';
import { cellsOf } from '../../src/main/cells.js';
import type { Cell, Command, Ran } from '../../src/ports.js';

const RAN: Ran = { started: true, exit: 0, ended: 'itself', ms: 1, refused: [] };
const COMMAND: Command = { line: 'true', cwd: '/', timeoutMs: 1, hear: () => undefined };

/** Cells that say what was done with them: `1 opens`, `1 runs`, `1 closes`. */
function watched() {
  const done: string[] = [];
  let count = 0;
  const open = async (): Promise<Cell> => {
    count += 1;
    const name = `${count}`;
    done.push(`${name} opens`);
    return {
      ...{ strength: 'sealed', name },
      run: async () => {
        done.push(`${name} runs`);
        return RAN;
      },
      close: async () => void done.push(`${name} closes`),
    };
  };
  return { done, open };
}

describe('the cells of a tree', () => {
  it('are one where nobody but the Verifier wants one', async () => {
    const { done, open } = watched();
    const cells = await cellsOf(open);
    const taken = await cells.take();
    await taken.run(COMMAND);
    await taken.close();
    await cells.close();
    expect(done).toEqual(['1 opens', '1 runs', '1 closes']);
  });

  it('are never given to the Verifier after an agent ran something there', async () => {
    const { done, open } = watched();
    const cells = await cellsOf(open);
    await cells.agents.run(COMMAND);
    const taken = await cells.take();
    await taken.run(COMMAND);
    expect(done).toEqual(['1 opens', '1 runs', '2 opens', '2 runs']);
  });

  it('are new for each who takes one, and stay the same for agents', async () => {
    const { done, open } = watched();
    const cells = await cellsOf(open);
    await cells.take();
    await cells.agents.run(COMMAND);
    await cells.take();
    await Promise.all([cells.agents.run(COMMAND), cells.agents.run(COMMAND)]);
    expect(done).toEqual(['1 opens', '2 opens', '2 runs', '3 opens', '2 runs', '2 runs']);
    await cells.close();
    expect(done.at(-1)).toBe('2 closes');
  });

  it('are opened at once, so that missing walls are said before anything is spent; and what nobody took is closed', async () => {
    await expect(cellsOf(() => Promise.reject(new Error('no walls')))).rejects.toThrow('no walls');
    const { done, open } = watched();
    await (await cellsOf(open)).close();
    expect(done).toEqual(['1 opens', '1 closes']);
  });
});
