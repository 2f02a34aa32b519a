import { type Document, isPair, isScalar, isSeq, type Node, visit } from 'yaml';
import type { Path } from './problem.js';

interface Place {
  readonly node: Node;
  readonly path: Path;
  readonly isKey: boolean;
  /** What the node stands in, outermost first. */
  readonly around: readonly unknown[];
}

/** Every key and value of a document with its path, aliases not followed. */
export function walk(document: Document): readonly Place[] {
  const places: Place[] = [];
  visit(document, {
    Node: (position, node, around) => {
      places.push({ node, path: pathTo([...around, node]), isKey: position === 'key', around });
    },
  });
  return places;
}

function pathTo(chain: readonly unknown[]): Path {
  return chain.flatMap((member, at): Path => {
    const parent = chain[at - 1];
    if (isPair(member)) return isScalar(member.key) ? [String(member.key.value)] : [];
    return isSeq(parent) ? [parent.items.indexOf(member)] : [];
  });
}
