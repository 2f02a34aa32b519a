// The list for approval: its items with their ids, the items that are still open, and the items that a command selects. Pure. Used
// throughout `retrospect`.
import * as z from 'zod';
import type { RunRecord } from '../../../ports/run.js';
import { CATEGORIES, type Category, categoryOf, improvement, knowledge, skill } from './proposals.js';

const id = (kind: string) => z.string().regex(new RegExp(`^${kind}-\\d{3,6}$`));

// `of` is the proposal. Stored results of runs have this name.
const improvementItem = z.strictObject({
  id: id('IMP'),
  kind: z.literal('improvement'),
  of: improvement,
});
const skillItem = z.strictObject({ id: id('SKILL'), kind: z.literal('skill'), of: skill });
const knowledgeItem = z.strictObject({
  id: id('KNOW'),
  kind: z.literal('knowledge'),
  of: knowledge,
});

/** An item of the list. Preferences are no items: the memory stores which of them are open. */
export const item = z.discriminatedUnion('kind', [improvementItem, skillItem, knowledgeItem]);
export type Item = z.output<typeof item>;
export type ItemOf<K extends Item['kind']> = Extract<Item, { kind: K }>;

/** A list with more items is not valid. */
export const MAX_ITEMS = 60;
export const items = z.array(item).max(MAX_ITEMS);

/** The list in the result of a run. */
export const approvals = z.looseObject({ items, preferences: z.array(z.string().max(40)).max(10) });
export type Approvals = z.output<typeof approvals>;

/** How long a list stays open after its run ended: 14 days. */
export const OPEN_FOR_MS = 14 * 24 * 60 * 60 * 1000;

/** How the ids of each kind begin. */
const PREFIX = { improvement: 'IMP', skill: 'SKILL', knowledge: 'KNOW' } as const;

/** Whether an id is that of a preference, `LP-001` or `LP-UPD-001`. The memory assigns these. */
export const isPreferenceId = (name: string): boolean => /^LP(?:-UPD)?-\d+$/i.test(name);

type ItemWithoutId = { [K in Item['kind']]: Omit<ItemOf<K>, 'id'> }[Item['kind']];

/** Gives ids to items. Numbers continue after the highest of earlier lists. */
export function withIds(newItems: readonly ItemWithoutId[], earlier: readonly RunRecord[]): readonly Item[] {
  const known = earlier.flatMap((record) => listOf(record)?.items ?? []);
  const last = (kind: Item['kind']) =>
    Math.max(0, ...known.filter((each) => each.kind === kind).map((each) => numberOf(each.id)));
  const numbers = { improvement: last('improvement'), skill: last('skill'), knowledge: last('knowledge') };
  return newItems.map((each) => {
    numbers[each.kind] += 1;
    return { id: `${PREFIX[each.kind]}-${String(numbers[each.kind]).padStart(3, '0')}`, ...each } as Item;
  });
}

const numberOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);

const resultOf = ({ end }: RunRecord): Readonly<Record<string, unknown>> =>
  typeof end?.result === 'object' && end.result !== null ? (end.result as Record<string, unknown>) : {};

/** The list of a run; null if it has none or it is not valid. */
export function listOf(record: RunRecord): Approvals | null {
  const read = approvals.safeParse(resultOf(record).approvals);
  return read.success ? read.data : null;
}

/** The decisions in the result of a run of `approve` or `reject`. `of` is the run whose list has the item. */
const decided = z.array(z.looseObject({ id: z.string(), of: z.string(), decision: z.enum(['approved', 'rejected']) }));
export type Decision = z.output<typeof decided>[number];

/** All decisions by runs of `approve` and `reject`. `by` is the run that decided. */
export function decisionsIn(records: readonly RunRecord[]): readonly (Decision & { readonly by: string })[] {
  return records
    .filter(({ workflow, end }) => workflow === 'retrospect' && end !== undefined)
    .flatMap((record) => {
      const read = decided.safeParse(resultOf(record).decided);
      return read.success ? read.data.map((each) => ({ ...each, by: record.run })) : [];
    });
}

/** An undecided item, and the run whose list has it. */
export interface OpenItem {
  readonly run: string;
  readonly issue: number | undefined;
  readonly item: Item;
}

/** Open items. Lists of this thread come first, then newer lists. */
export function openItems(records: readonly RunRecord[], now: number, issue?: number): readonly OpenItem[] {
  const decidedItems = new Set(decisionsIn(records).map(({ id: name, of }) => `${of} ${name}`));
  const lists = records.filter(({ end }) => end !== undefined && now - Date.parse(end.at) <= OPEN_FOR_MS);
  const open = lists.flatMap((record) =>
    (listOf(record)?.items ?? [])
      .filter((each) => !decidedItems.has(`${record.run} ${each.id}`))
      .map((each): OpenItem => ({ run: record.run, issue: record.issue, item: each })),
  );
  return [...open.filter((each) => each.issue === issue), ...open.filter((each) => each.issue !== issue)];
}

/** The category by which an item can be rejected. */
export const categoryOfItem = ({ kind, of }: Item): Category | 'knowledge' =>
  kind === 'improvement' ? categoryOf(of) : kind;

export const isCategory = (name: string): name is Category => (CATEGORIES as readonly string[]).includes(name);

/** What a command selects. */
export interface SelectedItems {
  readonly items: readonly OpenItem[];
  /** Ids of preferences, which the memory decides about. */
  readonly preferences: readonly string[];
  /** Ids that were decided before, each with the run that decided. */
  readonly decidedBefore: readonly { readonly id: string; readonly by: string }[];
  /** Ids of no known item. */
  readonly unknown: readonly string[];
}

/** The items that ids or a category select. Duplicates count once. */
export function selectItems(
  { ids = [], category }: { readonly ids?: readonly string[] | undefined; readonly category?: string | undefined },
  {
    records,
    now,
    issue,
  }: { readonly records: readonly RunRecord[]; readonly now: number; readonly issue?: number | undefined },
): SelectedItems {
  const open = openItems(records, now, issue);
  if (category !== undefined) {
    const found = open.filter((each) => categoryOfItem(each.item) === category);
    return { items: found, preferences: [], decidedBefore: [], unknown: [] };
  }
  const names = [...new Set(ids.map(fullName))];
  const itemIds = names.filter((name) => !isPreferenceId(name));
  const found = itemIds.flatMap((name) => open.find(({ item }) => item.id === name) ?? []);
  const missing = itemIds.filter((name) => !found.some(({ item }) => item.id === name));
  const decisions = decisionsIn(records);
  const decidedBefore = missing.flatMap((name) => {
    const [last] = decisions.filter((each) => each.id === name);
    return last ? [{ id: last.id, by: last.by }] : [];
  });
  return {
    items: found,
    preferences: names.filter((name) => isPreferenceId(name)),
    decidedBefore,
    unknown: missing.filter((name) => !decidedBefore.some((each) => each.id === name)),
  };
}

/** The id that a person means: `IMP-001` for `imp-1`. */
const fullName = (typed: string): string =>
  typed.toUpperCase().replace(/\d+$/, (digits) => String(Number(digits)).padStart(3, '0'));
