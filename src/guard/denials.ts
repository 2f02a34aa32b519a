// What the deny rules say of paths, for whoever makes walls of it.
import { below } from './paths/posix.js';
import { meansPath } from './rules/match.js';
import { type FileTool, type Rule, ruleBook } from './rules/pattern.js';
import type { Surroundings } from './surroundings.js';

/** What is forbidden of a path below a tree's root: not even read, or only not written; null where no rule speaks of it. */
export type Denials = (place: { readonly root: string; readonly path: string }) => 'read' | 'write' | null;

const READS: readonly FileTool[] = ['Read'];
const WRITES: readonly FileTool[] = ['Write', 'Edit'];

/** The deny rules of all layers that name paths; undefined where there is none, so that nobody looks through a tree for nothing. */
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

/** `Read` alone is about the tool: a tree in which nothing can be read is no place to work. */
const namesPaths = ({ pattern }: Rule): boolean => pattern.of === 'path' && pattern.steps.some((step) => step !== '**');
