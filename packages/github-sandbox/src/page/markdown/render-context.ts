// What the block and inline renderers pass on while they descend, and the lookup of references such as #7, which the scene (../scene.ts)
// implements.

import type { MarkdownNode } from './tree.js';

export type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>;

/** The context in which a node is rendered. */
export type RenderContext = {
  /** The Markdown text that the positions of nodes refer to. */
  readonly source: string;
  readonly references: References;
  readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>;
  /** Whether the node is inside a link; then further links are rendered as text. */
  readonly inLink: boolean;
  /** Nesting depth, limited because the input is untrusted. */
  readonly depth: number;
};

const MAX_NESTING = 100;

/** The context one level deeper; null beyond the limit. */
export function oneLevelDeeper(context: RenderContext): RenderContext | null {
  return context.depth >= MAX_NESTING ? null : { ...context, depth: context.depth + 1 };
}

/** Resolves `#7` (repository null) and `owner/name#7`; null if there is no such issue or pull request. */
export type References = {
  find(named: { readonly repository: string | null; readonly number: number }): Target | null;
};

export type Target = {
  readonly path: string;
  readonly title: string;
  /** Whether it is in the same repository; then the link shows only the number. */
  readonly isHere: boolean;
};
