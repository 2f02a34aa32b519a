// Phases 3 to 6: a script in scripts/ runs without a question if it is byte for byte the file of the base commit.
import { ask, type Finding } from './finding.js';
import type { GuardContext } from './paths/context.js';
import { judgePath } from './paths/judge.js';
import { candidates, holdsMore } from './shell/candidates.js';
import { show } from './show.js';

/** Phase 4: flags of each interpreter that run no other code. Every other letter is asked about. */
export const INTERPRETERS: Readonly<Record<string, string>> = { bash: 'euxvn', sh: 'euxvn', python3: 'uBOsIbEq' };

/** The folder of a project's scripts. */
const HOME_OF_SCRIPTS = 'scripts/';

/** The objections to a script call; null if the call is not a script call and must be judged as another command. */
export function judgeScript(words: readonly string[], context: GuardContext): readonly Finding[] | null {
  const [name = '', ...rest] = words;
  const letters = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (letters === undefined) return name.includes('/') ? judgeFile(name, rest, context) : null;
  const at = rest.findIndex((word) => !/^-./.test(word));
  const script = rest[at];
  const flags = at === -1 ? rest : rest.slice(0, at);
  const strange = flags.find((word) => ![...word.slice(1)].every((letter) => letters.includes(letter)));
  if (strange !== undefined) return [ask('4', strange, `${show(strange)} makes ${show(name)} run more than a script`)];
  return script === undefined ? null : judgeFile(script, rest.slice(at + 1), context);
}

function judgeFile(script: string, args: readonly string[], context: GuardContext): readonly Finding[] | null {
  const place = context.place(script);
  if (!place.below?.startsWith(HOME_OF_SCRIPTS)) return null;
  if (!context.isBaseBlob(place.path))
    return [ask('6', script, `${show(script)} differs from the base commit, so this run may have written it`)];
  const more = args.find(holdsMore);
  if (more !== undefined) return [ask('6', more, `${show(more)} has too many parts that could be paths`)];
  return args.flatMap((word) => candidates(word)).flatMap((word) => judgePath({ word, use: 'write' }, context));
}
