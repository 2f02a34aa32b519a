import type { Cell, Command, Ran, TakeAsk } from '../../ports.js';
import type { Refusal } from '../proxy/allow-list.js';
import { newMark } from './marked.js';
import { STARTED } from './prelude.js';
import { runMarked } from './run-marked.js';
import { SAFE_PATH } from './rungs/hold.js';
import type { Room } from './rungs/rung.js';
import { takeOut } from './take-out.js';
import type { WayOut } from './way-out.js';

export interface SealedAsk {
  readonly room: Pick<Room, 'name' | 'enter'>;
  readonly wayOut: WayOut;
  readonly env: Readonly<Record<string, string>>;
  /** What its home is called inside, and where it lies. */
  readonly home: { readonly inside: string; readonly outside: string };
  /** Where the disk is watched. */
  readonly disk: string;
  readonly close: () => Promise<void>;
}

/** A cell in a room that stands. */
export function sealedCell({ room, wayOut, env, home, disk, close }: SealedAsk): Cell {
  const run = async (command: Command): Promise<Ran> => {
    const refused = new Map<string, Refusal>();
    const deaf = wayOut.listen((refusal) => refused.set(refusal.host, refusal));
    const mark = newMark();
    const inside = { ...env, ...command.env, ...wayOut.env, ...mark.env };
    const entered = room.enter({ line: command.line, cwd: command.cwd, env: inside, mark });
    const ran = await runMarked(command, { ...entered, mark, cwd: '/', env: { PATH: SAFE_PATH }, says: STARTED, disk });
    deaf();
    return { ...ran, refused: [...refused.values()] };
  };
  const take = (of: TakeAsk) => takeOut(home.outside, of);
  return { strength: 'sealed', name: room.name, home: home.inside, run, take, close };
}
