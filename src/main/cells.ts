// The cells of one tree. Walls cost more than most commands within them, and many runs never give one: so the first cell, which shows
// that walls stand before anything is spent, goes to whoever is first to want one.
import type { Cell } from '../ports.js';

export interface Cells {
  /** For the commands of agents: one, opened when the first of them comes. */
  readonly agents: Cell;
  /** Walls in which nothing has run yet. Whoever takes them closes them. */
  take(): Promise<Cell>;
  close(): Promise<void>;
}

/** Opens the first cell, and the others when they are wanted. */
export async function cellsOf(open: () => Promise<Cell>): Promise<Cells> {
  const first = await open();
  let spare: Cell | undefined = first;
  let own: Promise<Cell> | undefined;
  const take = async (): Promise<Cell> => {
    const cell = spare;
    spare = undefined;
    return cell ?? open();
  };
  const close = async () => {
    const mine = await own?.catch(() => undefined);
    const left = spare;
    [own, spare] = [undefined, undefined];
    await mine?.close();
    await left?.close();
  };
  const agents: Cell = {
    // The same machine, the same settings: the next ones are of the same kind.
    strength: first.strength,
    name: first.name,
    async run(command) {
      own ??= take();
      return (await own).run(command);
    },
    close,
  };
  return { agents, take, close };
}
