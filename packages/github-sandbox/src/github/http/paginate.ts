// Pages of REST lists with Link headers. Used by the REST routes.

import { ok, type Reply } from './message.js';
import type { Call } from './route.js';

/** One page of a list with its Link header. Omits items that the fault `stale` hides. */
export function page<Item>(call: Call, items: readonly Item[], show: (item: Item) => unknown): Reply {
  const visible = items.filter((item) => idOf(item) <= call.newestVisibleId);
  const { shown, headers } = pageOf(call, visible);
  return { ...ok(shown.map(show)), headers };
}

/** A page inside an object with the total count. */
export function countedPage<Item>(
  call: Call,
  { name, items, show }: { name: string; items: readonly Item[]; show: (item: Item) => unknown },
): Reply {
  const visible = items.filter((item) => idOf(item) <= call.newestVisibleId);
  const { shown, headers } = pageOf(call, visible);
  return { ...ok({ total_count: visible.length, [name]: shown.map(show) }), headers };
}

function pageOf<Item>(call: Call, items: readonly Item[]): { shown: Item[]; headers: { [name: string]: string } } {
  const size = Math.min(numberOf(call.query.get('per_page'), 30), 100);
  const number = numberOf(call.query.get('page'), 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const links = [
    ...(number > 1 ? [linkTo(call, number - 1, 'prev'), linkTo(call, 1, 'first')] : []),
    ...(number < last ? [linkTo(call, number + 1, 'next'), linkTo(call, last, 'last')] : []),
  ];
  return {
    shown: items.slice((number - 1) * size, number * size),
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  };
}

function linkTo(call: Call, number: number, rel: string): string {
  const query = new URLSearchParams(call.query);
  query.set('page', String(number));
  return `<${call.world.urls.api}${call.path}?${query.toString()}>; rel="${rel}"`;
}

/** Invalid numbers are replaced by the default, as on GitHub. */
function numberOf(text: string | null, fallback: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

function idOf(item: unknown): number {
  if (typeof item !== 'object' || item === null || !('id' in item)) return 0;
  return typeof item.id === 'number' ? item.id : 0;
}
