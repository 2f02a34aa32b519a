// Phases 3 to 6: a script of the project runs without a question when it is the base commit's own, byte for byte.
import { ask, type Finding } from './finding.js';
import type { Ground } from './paths/ground.js';
import { judgePath } from './paths/judge.js';
import { show } from './show.js';
import { candidates, holdsMore } from './words/candidates.js';

/** Phase 4: the flags of each interpreter that run nothing else; every other letter is asked. */
export const INTERPRETERS: Readonly<Record<string, string>> = { bash: 'euxvn', sh: 'euxvn', python3: 'uBOsIbEq' };

/** Where scripts live. */
const HOME_OF_SCRIPTS = 'scripts/';

/** What speaks against a call of a script; null when the call is none, and so is judged like any other command. */
export function judgeScript(words: readonly string[], ground: Ground): readonly Finding[] | null {
  const [name = '', ...rest] = words;
  const letters = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (letters === undefined) return name.includes('/') ? judgeFile(name, rest, ground) : null;
  const at = rest.findIndex((word) => !/^-./.test(word));
  const script = rest[at];
  const flags = at === -1 ? rest : rest.slice(0, at);
  const strange = flags.find((word) => ![...word.slice(1)].every((letter) => letters.includes(letter)));
  if (strange !== undefined) return [ask('4', strange, `${show(strange)} makes ${show(name)} run more than a script`)];
  return script === undefined ? null : judgeFile(script, rest.slice(at + 1), ground);
}

function judgeFile(script: string, args: readonly string[], ground: Ground): readonly Finding[] | null {
  const place = ground.place(script);
  if (!place.below?.startsWith(HOME_OF_SCRIPTS)) return null;
  if (!ground.isBaseBlob(place.path))
    return [
      ask('6', script, `${show(script)} is not what the base commit holds, so it may have been written in this run`),
    ];
  const more = args.find(holdsMore);
  if (more !== undefined) return [ask('6', more, `${show(more)} holds more that could be a path than is looked at`)];
  return args.flatMap((word) => candidates(word)).flatMap((word) => judgePath({ word, use: 'write' }, ground));
}
