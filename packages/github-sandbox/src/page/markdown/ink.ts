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

/** What a text may point at with `#7` or `owner/name#7`. */
export type References = {
  find(named: { readonly repository: string | null; readonly number: number }): Target | null;
};

export type Target = {
  readonly path: string;
  readonly title: string;
  /** In the repository that the text stands in: there GitHub leaves its name out. */
  readonly isHere: boolean;
};
