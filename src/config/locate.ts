import { isAlias, isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import { position } from './position.js';
import type { Breach, Path, Problem } from './problem.js';
import type { Source } from './read-document.js';
import { spell } from './show.js';

/** A breach with the line and column it stands on; what is missing is shown where it would belong. */
export function locate(breach: Breach, source: Source): Problem {
  const { path, expected, found, remedy } = breach;
  const place = position(source.text, offsetOf({ path, atKey: breach.atKey ?? false, source }));
  return { ...place, path: spell(path), expected, found, remedy };
}

function offsetOf({ path, atKey, source }: { path: Path; atKey: boolean; source: Source }): number {
  let node: unknown = source.document.contents;
  let offset = atKey ? 0 : (startOf(node) ?? 0);
  for (const [depth, part] of path.entries()) {
    const parent = isAlias(node) ? node.resolve(source.document) : node;
    const pair = pairOf(parent, part);
    node = pair === undefined ? itemOf(parent, part) : pair.value;
    const key = startOf(pair?.key);
    const isLastKey = atKey && depth === path.length - 1;
    offset = (isLastKey ? key : (valueStart(node) ?? key ?? startOf(node))) ?? offset;
  }
  return offset;
}

function pairOf(parent: unknown, key: string | number): Pair | undefined {
  if (!isMap(parent)) return undefined;
  return parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}

function itemOf(parent: unknown, index: string | number): unknown {
  return isSeq(parent) ? parent.items[Number(index)] : undefined;
}

/** An empty value has a range, but behind its line; its key says more. */
function valueStart(node: unknown): number | undefined {
  const isEmpty = isScalar(node) && node.value === null && (node.source ?? '') === '';
  return isEmpty ? undefined : startOf(node);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node.range?.[0] ?? undefined) : undefined;
}
