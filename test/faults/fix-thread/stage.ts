// An ending of a fix, brought to where its last job begins: everything before it is done once, and for real. From there on it may be
// told as often as anybody wants, with whatever goes wrong.
import { beginOf } from '../../../src/core/journal.js';
import type { VerifyDocument } from '../../../src/verify/artifact.js';
import { keep } from './keep.js';
import { lifeOf } from './life.js';
import { type Worked, withoutVerify, workedIn } from './made.js';
import { type FixShop, type GitHubEvent, gate, openFixShop, publish, type ShopOf, turnOf, type Words } from './shop.js';
import { documentOf, fixesIn, journalIn } from './stands.js';

/** One run of a story: what was asked, and how far its jobs come. */
export interface Told extends Words {
  /** What the model says to whoever edits; none where no work comes of it. */
  readonly turns?: readonly unknown[];
  /** What other people do before, while it is at work, and after that. */
  readonly before?: (shop: FixShop) => Promise<unknown>;
  readonly beside?: (shop: FixShop) => Promise<unknown>;
  readonly meanwhile?: (shop: FixShop) => Promise<unknown>;
  readonly killed?: 'work' | 'verify';
  /** Nobody asks: it is the turn of a round that waits. */
  readonly isRound?: boolean;
}

/** A way for a fix to end. */
export interface Ending extends ShopOf {
  readonly name: string;
  /** What stands there before anybody asks. */
  readonly world?: (shop: FixShop) => Promise<unknown>;
  /** In order; only in the last one anything goes wrong. */
  readonly told: readonly Told[];
}

export interface Stage {
  readonly shop: FixShop;
  readonly event: GitHubEvent;
  /** What the jobs before the last one brought; none where the gate is the last one. */
  readonly brought?: Worked | undefined;
  /** What was verified once more, by run. */
  readonly documents: ReadonlyMap<string, VerifyDocument>;
  /** Puts all of it back to where its last job begins. */
  back(): Promise<void>;
}

const MINUTE = 60_000;

/** How far somebody has come already: the last job of what was told is to begin. */
interface Trunk extends Stage {
  readonly of: Ending;
  readonly brought: Worked;
}

const trunks: Trunk[] = [];

const PARTS = ['words', 'on', 'turns', 'before', 'beside', 'isRound'] as const satisfies readonly (keyof Told)[];

/** Whether an ending begins as another one: until then it is the very same story. */
const isBegunAs = (ending: Ending, { of }: Trunk): boolean =>
  of.told.length <= ending.told.length &&
  ending.files === of.files &&
  ending.issue === of.issue &&
  ending.world === of.world &&
  of.told.every((told, n) => PARTS.every((part) => told[part] === ending.told[n]?.[part])) &&
  of.told.slice(0, -1).every((told, n) => told.meanwhile === ending.told[n]?.meanwhile && !ending.told[n]?.killed);

/** Brings it there; what another ending has brought so far is not done again. */
export async function stageOf(ending: Ending): Promise<Stage> {
  const [begun] = trunks
    .filter((trunk) => isBegunAs(ending, trunk))
    .sort((a, b) => b.of.told.length - a.of.told.length);
  if (begun) {
    await begun.back();
    return goOn(ending, begun);
  }
  const shop = await openFixShop({ ...ending, stays: true });
  await ending.world?.(shop);
  return tell(ending, { shop, n: 0, documents: new Map() });
}

/** From where the last job of a trunk begins. */
async function goOn(ending: Ending, { of, ...trunk }: Trunk): Promise<Stage> {
  const { shop, event } = trunk;
  const n = of.told.length - 1;
  const told = ending.told[n];
  const documents = new Map(trunk.documents);
  if (told?.killed === 'verify') documents.delete(trunk.brought.run);
  const brought = told?.killed === 'verify' ? await withoutVerify(trunk.brought) : trunk.brought;
  await told?.meanwhile?.(shop);
  shop.clock.pass(5 * MINUTE);
  if (n === ending.told.length - 1) return { shop, event, brought, documents, back: await keep(shop) };
  await publish(shop, { event, machine: lifeOf(shop, { name: 'before' }).machine, brought });
  shop.clock.pass(MINUTE);
  return tell(ending, { shop, n: n + 1, documents });
}

interface Far {
  readonly shop: FixShop;
  /** Which of what is told comes now. */
  readonly n: number;
  readonly documents: Stage['documents'];
}

async function tell(ending: Ending, { shop, n, ...far }: Far): Promise<Stage> {
  const told = ending.told[n] ?? {};
  await told.before?.(shop);
  const event = told.isRound ? turnOf(waitingIn(shop)) : await shop.ask(told);
  shop.clock.pass(MINUTE);
  if (!told.turns && !told.killed) return { shop, event, documents: far.documents, back: await keep(shop) };
  const began = await gate(shop, { event, machine: lifeOf(shop, { name: 'before' }).machine });
  await told.beside?.(shop);
  const isLost = told.killed === 'work';
  const brought = await workedIn(shop, { event, began, turns: told.turns ?? [], isLost });
  const documents = new Map(far.documents);
  if (brought.needs.verify?.result === 'success') documents.set(brought.run, documentOf(brought, brought.run));
  const of = { ...ending, told: ending.told.slice(0, n + 1) };
  const trunk = { of, shop, event, brought, documents, back: await keep(shop) };
  if (!isLost) trunks.push(trunk);
  return goOn(ending, trunk);
}

/** The round that waits for its turn. */
function waitingIn(shop: FixShop): string {
  const run = fixesIn(shop).find(
    (name) => journalIn(shop, name).entries.at(-1)?.kind === 'rest' && /\.r\d+$/.test(name),
  );
  if (!run || !beginOf(journalIn(shop, run))) throw new Error('no round waits for its turn');
  return run;
}
