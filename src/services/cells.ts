// The cells of one tree. Walls cost more than most commands within them, and many runs never give one: so the first ones, which show
// that walls stand before anything is spent, go to whoever is first to want some. The Verifier's stand one after the other on the same
// ground; with an agent's they share none.
import type { Sandboxes as Row } from '../adapters/sandbox/index.js';
import type { Sandbox } from '../ports/index.js';

export interface Sandboxes {
  /** For the commands of agents: one, opened when the first of them comes. */
  readonly agents: Sandbox;
  /** Walls in which nothing has run yet. Whoever takes them closes them. */
  take(): Promise<Sandbox>;
  close(): Promise<void>;
}

/** Opens the first ones, and the others when they are wanted. */
export async function cellsOf(open: () => Promise<Row>): Promise<Sandboxes> {
  const first = await open();
  const all = [first];
  let spare: Row | undefined = first;
  const row = async (): Promise<Row> => {
    const given = spare;
    spare = undefined;
    if (given) return given;
    const opened = await open();
    all.push(opened);
    return opened;
  };
  let own: Promise<Sandbox> | undefined;
  let verifiers: Promise<Row> | undefined;
  const take = async (): Promise<Sandbox> => {
    verifiers ??= row().catch((error: unknown) => {
      verifiers = undefined;
      throw error;
    });
    return (await verifiers).next();
  };
  const close = async () => {
    const mine = await own?.catch(() => undefined);
    own = undefined;
    await mine?.close();
    for (const each of all.splice(0)) await each.close();
  };
  const agents: Sandbox = {
    // The same machine, the same settings: the next ones are of the same kind.
    ...first.kind,
    async run(command) {
      own ??= row().then((mine) => mine.next());
      return (await own).run(command);
    },
    take: async (ask) => (own ? (await own).take(ask) : 'taken'),
    close,
  };
  return { agents, take, close };
}
