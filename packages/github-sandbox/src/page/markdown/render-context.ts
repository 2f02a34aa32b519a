import type { MarkdownNode } from './tree.js';

export type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>;

/** The context of rendering. */
export type RenderContext = {
  readonly source: string;
  readonly references: References;
  readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>;
  /** Links are not nested. */
  readonly inLink: boolean;
  /** Nesting depth, limited because the input is untrusted. */
  readonly depth: number;
};

const deepest = 100;

/** The context one level deeper; null beyond the limit. */
export function deeper(context: RenderContext): RenderContext | null {
  return context.depth >= deepest ? null : { ...context, depth: context.depth + 1 };
}

/** Resolves `#7` and `owner/name#7`. */
export type References = {
  find(named: { readonly repository: string | null; readonly number: number }): Target | null;
};

export type Target = {
  readonly path: string;
  readonly title: string;
  /** In the same repository the name is omitted. */
  readonly isHere: boolean;
};
