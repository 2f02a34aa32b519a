// zod schemas for the kinds of values that settings have, such as logins, hosts, branches and dollars. Used by the sections of the schema.

import * as z from 'zod';

interface TextKind {
  /** The kind's name in the table of docs/configuration.md. */
  readonly title: string;
  /** Completes "write …". Every invalid value gets this message. */
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

/** GitHub allows 50 characters for a label. 41 leave room for the longest name that follows the prefix, `close-due`. */
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

/** A branch name that `git check-ref-format --branch` accepts. No glob. */
export const branch = text({
  title: 'branch',
  expected: 'the name of one branch, such as main or release/2.x',
  pattern: /^(?![-/.@]$|[-/.]|.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)|[./]$))[^\s~^:?*[\\\p{Cc}]+$/u,
  max: 250,
});

/** An exact host name. A wildcard would let an agent send data to hosts of its choice. */
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

/** A rule of the guard: a tool with a glob, exact words (`argv:`), or an MCP tool. A rule that the guard cannot parse is refused, because as `deny` it would have no effect. */
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

/** The name of a role, a session or an MCP server. */
export const simpleName = text({
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

/** An amount in US dollars. With the limit 0, nothing that costs money may start. */
export function usd() {
  const expected = 'an amount in US dollars, 0 or more';
  return z.number(expected).min(0, expected).max(1_000_000, expected).meta({ title: 'USD' });
}

/** A duration in the unit of its setting. */
export function duration({ unit, max }: { unit: 'seconds' | 'minutes' | 'days'; max: number }) {
  const expected = `a number of ${unit}, more than 0 and at most ${max}`;
  return z.number(expected).positive(expected).max(max, expected).meta({ title: unit });
}
