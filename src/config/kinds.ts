import * as z from 'zod';

interface TextKind {
  /** The word of the reference table. */
  readonly title: string;
  /** Completes "write …". It is every message of the kind, whatever is wrong with a value. */
  readonly expected: string;
  readonly pattern: RegExp;
  readonly max: number;
}

function text({ title, expected, pattern, max }: TextKind) {
  return z.string(expected).regex(pattern, expected).max(max, expected).meta({ title });
}

function login(title: string, expected: string, pattern: RegExp) {
  return text({ title, expected, pattern, max: 100 });
}

export const label = text({
  title: 'label',
  expected: 'a label of 1 to 50 characters, without comma or line break',
  pattern: /^[^\s,](?:[^,\r\n]*[^\s,])?$/,
  max: 50,
});

/** 50, GitHub's limit for a label, less the longest of crew's own names (`close-due`). */
export const labelPrefix = text({
  title: 'text',
  expected: 'a prefix of 1 to 41 characters, without comma or line break',
  pattern: /^[^\s,][^,\r\n]*$/,
  max: 41,
});

export const owner = login(
  'login',
  'the login of a user or an organisation, such as octocat',
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/,
);

export const author = login(
  'login',
  'a login, such as octocat or dependabot[bot]',
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}(?:\[bot\])?$/,
);

export const reviewer = login(
  'login or team',
  'a login or a team, such as octocat or octo-org/reviewers',
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}(?:\/[a-z0-9][a-z0-9_.-]*)?$/,
);

/** What `git check-ref-format --branch` takes; a glob would need a listing where one look is enough. */
export const branch = text({
  title: 'branch',
  expected: 'the name of one branch, such as main or release/2.x',
  pattern: /^(?![-/.@]$|[-/.]|.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)|[./]$))[^\s~^:?*[\\\p{Cc}]+$/u,
  max: 250,
});

/** An exact name: a wildcard in an allow-list lets out what an agent puts into a host name. */
export const host = text({
  title: 'host',
  expected: 'a host name in small letters, such as docs.example.org, without scheme, port, path or wildcard',
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
  max: 253,
});

export const folder = text({
  title: 'folder',
  expected: 'a folder inside the repository, such as .agent/',
  pattern: /^(?!\/|(?:.*\/)?\.\.(?:\/|$))[^\\:\p{Cc}]+$/u,
  max: 200,
});

export const line = text({
  title: 'text',
  expected: 'one line of text',
  pattern: /^(?=.*\S)[^\r\n]+$/,
  max: 500,
});

export const command = text({
  title: 'command',
  expected: 'a command, such as npm test',
  pattern: /\S/,
  max: 10_000,
});

/** A pattern that the guard would not understand would do nothing; as a `deny` that is a hole. */
export const guardPattern = text({
  title: 'pattern',
  expected: 'a pattern such as `Bash(curl *)`, `Read(.env)`, `argv:npm test` or `mcp__server__tool`',
  pattern: /^(?:[A-Z][A-Za-z]*\([^\r\n]+\)|argv:\S[^\r\n]*|mcp__[A-Za-z0-9-]+(?:__[\w-]+)?)$/,
  max: 500,
});

export const modelId = text({
  title: 'model id',
  expected: 'the id of a model, without spaces',
  pattern: /^\S+$/,
  max: 200,
});

export const serverName = text({
  title: 'name',
  expected: 'a name of small letters, digits and hyphens',
  pattern: /^[a-z][a-z0-9-]*$/,
  max: 50,
});

export const url = text({
  title: 'URL',
  expected: 'a URL that begins with https:// or http://, without user and password',
  pattern: /^https?:\/\/(?![^/]*@)[^\s/]\S*$/,
  max: 2_000,
});

/** A whole number in a range, both ends included. */
export function whole({ min, max, expected }: { min: number; max: number; expected: string }) {
  return z.int(expected).min(min, expected).max(max, expected);
}

/** Money in US dollars; 0 is a limit too: it starts nothing that costs. */
export function usd() {
  const expected = 'an amount in US dollars, 0 or more';
  return z.number(expected).min(0, expected).max(1_000_000, expected).meta({ title: 'USD' });
}

/** A length of time as a number in the unit that its setting names. */
export function duration({ unit, max }: { unit: 'seconds' | 'minutes' | 'days'; max: number }) {
  const expected = `a number of ${unit}, more than 0 and at most ${max}`;
  return z.number(expected).positive(expected).max(max, expected).meta({ title: unit });
}
