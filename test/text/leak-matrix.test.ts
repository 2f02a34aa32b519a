import { describe, expect, it } from '@jest/globals';
import { redact } from '../../src/text/redact.js';

// Written in halves, so that no scanner takes them for real ones.
const SECRETS: Readonly<Record<string, string>> = {
  'classic token': ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6'].join('_'),
  'installation token': ['ghs', '123456_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjEyMzQ1Nn0.c2ln-bmF0dXJl_x'].join('_'),
  'fine-grained token': ['github_pat', '11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789ABCDEFGHIJ'].join('_'),
  'anthropic key': ['sk-ant', 'api03-Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe-AA'].join('-'),
  'openai key': ['sk', 'proj-Qw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0'].join('-'),
  'aws key': ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzzzzzzKEY'].join('/'),
  'slack token': ['xoxb', '2345678901-abcdefGHIJKLmnop'].join('-'),
  'npm token': ['npm', 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'].join('_'),
  'pypi token': ['pypi', 'AgEIcHlwaS5vcmcCJGFiY2RlZmdo'].join('-'),
  'a jwt': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  'a password': 'Tr0ub4dor&3-horse!',
  'a webhook secret': '4f9b1c77e0d24a5c9b6d',
};

const bytes = (text: string) => Buffer.from(text, 'utf8');
const every = (text: string, write: (char: string) => string) => [...text].map(write).join('');
const code = (char: string, width = 2) => (char.codePointAt(0) ?? 0).toString(16).padStart(width, '0');
const pieces = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];
const backwards = (text: string) => [...text].reverse().join('');
const rot13 = (text: string) =>
  text.replace(/[A-Za-z]/g, (c) =>
    String.fromCharCode(((c.charCodeAt(0) - (c <= 'Z' ? 65 : 97) + 13) % 26) + (c <= 'Z' ? 65 : 97)),
  );

const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  raw: (s) => s,
  'in capitals': (s) => s.toUpperCase(),
  base64: (s) => bytes(s).toString('base64'),
  'base64 of more, shifted by one': (s) => bytes(`x${s}yz`).toString('base64'),
  'base64 of more, shifted by two': (s) => bytes(`xy${s}z`).toString('base64'),
  'base64 for addresses': (s) => bytes(s).toString('base64url'),
  'base64 over lines': (s) => pieces(bytes(s).toString('base64'), 16).join('\n'),
  'base64 of base64': (s) => bytes(bytes(s).toString('base64')).toString('base64'),
  'base64 of it reversed': (s) => bytes(backwards(s)).toString('base64'),
  hex: (s) => bytes(s).toString('hex'),
  'hex in capitals': (s) => bytes(s).toString('hex').toUpperCase(),
  'hex with colons': (s) => pieces(bytes(s).toString('hex'), 2).join(':'),
  'hex as a list of numbers': (s) => every(s, (c) => `0x${code(c)}, `),
  'decimal numbers': (s) => [...bytes(s)].join(', '),
  'binary numbers': (s) => [...bytes(s)].map((b) => b.toString(2).padStart(8, '0')).join(' '),
  'escaped for addresses': (s) => every(s, (c) => `%${code(c)}`),
  'escaped for addresses twice': (s) => every(s, (c) => `%25${code(c)}`),
  reversed: backwards,
  rot13,
  'with spaces': (s) => every(s, (c) => `${c} `),
  'with dashes': (s) => [...s].join('-'),
  'in fours': (s) => pieces(s, 4).join(' '),
  'in fours on lines': (s) => pieces(s, 4).join('\n'),
  'as a list': (s) =>
    pieces(s, 6)
      .map((piece) => `- ${piece}`)
      .join('\n'),
  'as a numbered list': (s) =>
    pieces(s, 6)
      .map((piece, n) => `${n + 1}. ${piece}`)
      .join('\n'),
  'with zero-width characters': (s) => [...s].join('\u200B'),
  'escaped for JSON': (s) => every(s, (c) => `\\u${code(c, 4)}`),
  'escaped for JavaScript': (s) => every(s, (c) => `\\x${code(c)}`),
  'escaped for HTML': (s) => every(s, (c) => `&#x${code(c)};`),
  'escaped for HTML in decimal': (s) => every(s, (c) => `&#${c.codePointAt(0)};`),
  'cut by tags': (s) => pieces(s, 5).join('<b></b>'),
  'joined by a program': (s) =>
    pieces(s, 5)
      .map((piece) => JSON.stringify(piece))
      .join(' + '),
  'in emphasis': (s) => pieces(s, 5).join('**'),
};

const SURROUNDINGS: readonly ((text: string) => string)[] = [
  (text) => `The value is ${text} as you asked.`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
];

describe.each(Object.entries(SECRETS))('%s never leaves', (_kind, secret) => {
  it.each(Object.entries(SPELLINGS))('%s', (_spelling, write) => {
    for (const around of SURROUNDINGS) {
      const { text, redactions } = redact(around(write(secret)), { secrets: [secret] });
      expect(text).toContain('[redacted: ');
      expect(redactions.length).toBeGreaterThan(0);
      expect(lettersOf(text)).not.toContain(lettersOf(write(secret)).slice(4, -6));
    }
  });
});

// What a reader could collect: letters and digits in order, markers left out.
function lettersOf(text: string): string {
  return text.replace(/\[redacted: [a-z-]+\]/g, '|').replace(/[^A-Za-z0-9|]/g, '');
}

describe('known secrets', () => {
  it('replaces the secret only', () => {
    expect(redact('a hunter2hunter2 b', { secrets: ['hunter2hunter2'] })).toEqual({
      text: 'a [redacted: secret] b',
      redactions: [{ kind: 'secret', count: 1 }],
    });
  });

  it('leaves values alone that are too short to mean anything', () => {
    expect(redact('the main branch', { secrets: ['main', ''] }).text).toBe('the main branch');
  });

  it('finds a secret that is mostly punctuation', () => {
    expect(redact('x p@$$!-!~w## y', { secrets: ['p@$$!-!~w##'] }).text).not.toContain('p@$$');
  });

  it('finds a secret inside a fence, and keeps the rest of the code', () => {
    expect(redact('```\n@user hunter2hunter2\n```', { secrets: ['hunter2hunter2'] }).text).toBe(
      '```\n@user [redacted: secret]\n```',
    );
  });

  it('finds a secret that a removed definition had cut in two', () => {
    const text = 'hunter2\n\n[a]: https://evil.example/x\n\nhunter2';
    expect(redact(text, { secrets: ['hunter2hunter2'] }).text).toBe('[redacted: secret]');
  });
});
