// The gate where no other is wired: reading inside the root, and nothing else.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Decision, Gate, Request } from '../guard/verdict.js';

const READS = ['Read', 'Glob', 'Grep'];

const allow: Decision = { verdict: 'allow', phase: '7A', why: 'It only reads inside the tree.' };
const deny = (why: string): Decision => ({ verdict: 'deny', phase: '2', why });

/** Lets through what only reads, where it really stays below the root. */
export function readingOnly(root: string): Gate {
  const top = realpathSync.native(root);
  return ({ tool, command, cwd = top }: Request) => {
    if (!READS.includes(tool)) return deny(`Only reading is allowed here; ${tool} is more than that.`);
    if (command === '' || command.includes('\0')) return deny('That names no path.');
    const named = path.resolve(cwd, tool === 'Glob' ? beforeWildcards(command) : command);
    if (isBelow(named, top) && isBelow(realOf(named), top)) return allow;
    return deny(`It leads out of ${top}.`);
  };
}

const isBelow = (place: string, top: string): boolean =>
  place === top || place.startsWith(top === '/' ? top : `${top}/`);

/** The folder that a glob surely stays in. */
const beforeWildcards = (glob: string): string => glob.replace(/(^|\/)[^/]*[*?[{\\!].*$/s, '$1') || '.';

/** Where a path leads as far as it is there; what is below a link that leads nowhere stays where its name says. */
function realOf(named: string): string {
  for (let at = named; ; at = path.dirname(at)) {
    try {
      return path.join(realpathSync.native(at), path.relative(at, named));
    } catch {
      if (at === path.dirname(at)) return named;
    }
  }
}
