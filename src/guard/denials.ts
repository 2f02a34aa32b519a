// What the deny rules say about paths. The sandbox enforces the same rules with read-only and hidden mounts.
import { below } from './paths/posix.js';
import { meansPath } from './rules/match.js';
import { type FileTool, type Rule, ruleBook } from './rules/pattern.js';
import type { Surroundings } from './surroundings.js';

/**
 * What is forbidden for a path below a tree's root: reading (`read`, which includes writing), only writing (`write`), or nothing (null).
 */
export type Denials = (place: { readonly root: string; readonly path: string }) => 'read' | 'write' | null;

const READS: readonly FileTool[] = ['Read'];
const WRITES: readonly FileTool[] = ['Write', 'Edit'];

/** The deny rules of all layers that name paths. Undefined without any, so that callers need not walk the tree. */
export function denialsOf({ rules, home }: Pick<Surroundings, 'rules' | 'home'>): Denials | undefined {
  const deny = ruleBook({ rules }).deny.filter(namesPaths);
  if (deny.length === 0) return undefined;
  return ({ root, path }) => {
    const place = { word: path, path: below(root, path), inside: true, below: path };
    const means = (tools: readonly FileTool[]) => deny.some((rule) => meansPath(rule, tools, place, { home }));
    if (means(READS)) return 'read';
    return means(WRITES) ? 'write' : null;
  };
}

/**
 * A pattern for every path (`Read` alone) forbids the tool, not a path. Hiding the whole tree from the sandbox would leave nothing to run
 * in.
 */
const namesPaths = ({ pattern }: Rule): boolean => pattern.of === 'path' && pattern.steps.some((step) => step !== '**');
