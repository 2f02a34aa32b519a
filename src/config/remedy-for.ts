import { secretIn } from '../text/secret-shapes.js';
import { knownSettings } from './known-settings.js';
import type { Path } from './problem.js';
import { show } from './show.js';

interface Mistake {
  readonly path: Path;
  readonly given: unknown;
  readonly expected: string;
}

type Remedy = (mistake: Mistake) => string | undefined;

/** Frequent slips, each with the line that would have been right. The first that knows one answers. */
const remedies: readonly Remedy[] = [
  addWhatIsMissing,
  askForTheId,
  bareHost,
  loginWithoutAt,
  yesIsTrue,
  numberWithoutQuotes,
  listOfOne,
  settingsBelowIt,
];

/** What to write instead. */
export function remedyFor(mistake: Mistake): string {
  for (const remedy of remedies) {
    const answer = remedy(mistake);
    if (answer !== undefined) return answer;
  }
  return `write ${mistake.expected}`;
}

function addWhatIsMissing({ given, expected }: Mistake): string | undefined {
  return given === undefined ? `add it: ${expected}` : undefined;
}

function askForTheId({ path, given }: Mistake): string | undefined {
  if (path[0] !== 'bots' || typeof given !== 'string') return undefined;
  const login = given.replace(/^@/, '');
  const isLogin = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}(?:\[bot\])?$/.test(login) && !/^\d+$/.test(login);
  return isLogin ? `write the account's number, which \`gh api 'users/${login}' --jq .id\` prints` : undefined;
}

function bareHost({ path, given }: Mistake): string | undefined {
  if (path[1] !== 'hosts' || typeof given !== 'string') return undefined;
  if (given.includes('*')) return 'name each host: a wildcard would let anything out';
  const bare = /^(?:[a-z]+:\/\/)?([a-z0-9.-]+)(?::\d+)?(?:\/.*)?$/i.exec(given.trim())?.[1]?.toLowerCase();
  return bare === undefined || bare === given ? undefined : `write ${show(bare)}`;
}

function loginWithoutAt({ given, expected }: Mistake): string | undefined {
  const name = typeof given === 'string' ? /^@([\w[\]/-]+)$/.exec(given)?.[1] : undefined;
  return name !== undefined && expected.includes('login') ? `write ${show(name)}, without the @` : undefined;
}

function yesIsTrue({ given, expected }: Mistake): string | undefined {
  if (expected !== 'true or false' || typeof given !== 'string') return undefined;
  if (/^(?:yes|on|y|true)$/i.test(given)) return 'write true';
  return /^(?:no|off|n|false)$/i.test(given) ? 'write false' : undefined;
}

function numberWithoutQuotes({ given, expected }: Mistake): string | undefined {
  const isNumber = typeof given === 'string' && /^\d{1,15}(?:\.\d+)?$/.test(given);
  return isNumber && /number|amount|id of an account/.test(expected) ? `write ${given} without quotes` : undefined;
}

function listOfOne({ path, given, expected }: Mistake): string | undefined {
  if (expected !== 'a list' || !['string', 'number'].includes(typeof given)) return undefined;
  const inside = knownSettings([...path, 0]).map((name) => `\`${name}\``);
  if (inside.length > 0) return `write a list, each item with ${inside.join(', ')}`;
  const item = /^[\w./:-][\w./: -]*$/.test(String(given)) ? String(given) : show(given);
  return secretIn(String(given)) === undefined && item.length < 60 ? `write a list: [${item}]` : undefined;
}

function settingsBelowIt({ path, expected }: Mistake): string | undefined {
  if (expected !== 'a group of settings') return undefined;
  if (path.length === 0) return 'write settings as `key: value`';
  const known = knownSettings(path).map((name) => `\`${name}\``);
  return known.length === 0 ? undefined : `write its settings below it, indented: ${known.join(', ')}`;
}
