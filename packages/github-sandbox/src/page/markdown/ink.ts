import type { References } from './references.js';
import type { MarkdownNode } from './tree.js';

export type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>;

/** What is known while a text is written out. */
export type Ink = {
  readonly source: string;
  readonly references: References;
  readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>;
  /** Links do not stand in links. */
  readonly inLink: boolean;
  /** Counts the nesting, which is the writer's to choose and must not exhaust the stack. */
  readonly depth: number;
};

const deepest = 100;

/** One level further down, or null where nobody nests for a reason any more. */
export function deeper(ink: Ink): Ink | null {
  return ink.depth >= deepest ? null : { ...ink, depth: ink.depth + 1 };
}
