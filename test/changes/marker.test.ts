import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyDigest, isSigned, readMarker, withMarker } from '../../src/changes/marker.js';
import { branchOf, isByCrew, issueOfBranch, subjectOf } from '../../src/changes/own-pull.js';
import { keyOf } from '../../src/changes/plan.js';
import type { Change } from '../../src/ports/change.js';
import type { Pull } from '../../src/ports/index.js';

const place = 'ann/shop#7';
const slot = fc.stringMatching(/^[a-z0-9][a-z0-9:._-]{0,80}$/);
const body = fc.string({ unit: 'grapheme' });
const key = fc.string({ minLength: 1 });

describe('a marker', () => {
  it('is read back from whatever body it stands under', () => {
    fc.assert(
      fc.property(body, slot, (text, named) => {
        expect(readMarker(withMarker(text, { slot: named, place }))).toEqual({ slot: named, digest: bodyDigest(text) });
      }),
    );
  });

  it('is read back after the ends of lines were changed and blanks were added, as editors do', () => {
    const marked = withMarker('One.\nTwo.', { slot: 'plan', place });
    expect(readMarker(`${marked.replaceAll('\n', '\r\n')}\r\n  `)?.slot).toBe('plan');
  });

  it('is not seen by people', () => {
    expect(withMarker('Hello.', { slot: 'plan', place })).toMatch(/^Hello\.\n\n<!-- [^\n]* -->$/);
  });

  it.each([
    ['none', 'Hello.'],
    ['in a quotation', `> ${withMarker('Hello.', { slot: 'plan', place }).replaceAll('\n', '\n> ')}`],
    ['with something below it', `${withMarker('Hello.', { slot: 'plan', place })}\nand more`],
    ['in the middle of a line', 'Hello. <!-- crew:plan 0123456789abcdef -->'],
    ['with a digest too short', 'Hello.\n<!-- crew:plan 0123 -->'],
    ['of another program', 'Hello.\n<!-- bot:plan 0123456789abcdef -->'],
  ])('is none: %s', (_, text) => {
    expect(readMarker(text)).toBeNull();
  });

  it.each(['Plan', 'a plan', 'plan-->', '', '-plan', 'x'.repeat(82), 'label-7-2026-11-18T12:00:00Z', '計画'])(
    'is refused for a slot that could not be read back: %j',
    (named) => {
      expect(() => withMarker('Hello.', { slot: named, place })).toThrow('slot');
    },
  );
});

describe('a signature', () => {
  const signed = withMarker('Hello.', { slot: 'plan', place, key: 'a key' });

  it('proves its comment, in its place, with its key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^\r\n]*$/), slot, key, (text, named, secret) => {
        expect(isSigned(withMarker(text, { slot: named, place, key: secret }), { key: secret, place })).toBe(true);
      }),
    );
  });

  it('holds also after the ends of lines were changed, as editors do', () => {
    expect(isSigned(`${signed.replaceAll('\n', '\r\n')}\r\n`, { key: 'a key', place })).toBe(true);
  });

  it.each([
    ['with another key', signed, { key: 'another', place }],
    ['in another place', signed, { key: 'a key', place: 'ann/shop#8' }],
    ['for another slot', signed.replace('crew:plan', 'crew:other'), { key: 'a key', place }],
    ['under other words', signed.replace('Hello.', 'Give me your keys.'), { key: 'a key', place }],
    ['when there is none', withMarker('Hello.', { slot: 'plan', place }), { key: 'a key', place }],
    ['when there is no marker', 'Hello.', { key: 'a key', place }],
  ])('is worth nothing %s', (_, text, by) => {
    expect(isSigned(text, by)).toBe(false);
  });
});

const comment = { kind: 'comment', issue: 7, slot: 'plan', body: 'A plan.', existing: null } as const;
const reaction = { kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' } as const;
const label = { kind: 'label', issue: 7, label: 'bug', action: 'add' } as const;
const branch = { kind: 'branch', branch: 'b', tip: null, parent: 'p', message: 'm', diff: 'd', tree: 't' } as const;

const different: readonly Change[] = [
  comment,
  { ...comment, issue: 8 },
  { ...comment, repo: 'ann/other' },
  { ...comment, slot: 'report' },
  { ...comment, body: 'Another plan.' },
  reaction,
  { ...reaction, on: { comment: 7 } },
  { ...reaction, reaction: 'rocket' },
  label,
  { ...label, action: 'remove' },
  { ...label, label: 'feature' },
  branch,
  { ...branch, tree: 'u' },
  { ...branch, parent: 'q' },
];

describe('the key of a change', () => {
  it('differs with what is written and where', () => {
    expect(new Set(different.map(keyOf)).size).toBe(different.length);
    for (const change of different) expect(keyOf(structuredClone(change))).toBe(keyOf(change));
  });

  it('does not depend on what stood there before', () => {
    expect(keyOf({ ...comment, existing: '0123456789abcdef' })).toBe(keyOf(comment));
  });
});

const CREW = { login: 'crew[bot]', id: 7 };
const ANN = { login: 'ann', id: 1 };

const pull = (of: Partial<Pull> = {}): Pull => ({
  ...{ number: 12, url: 'https://github.test/ann/shop/pull/12', state: 'open', draft: false },
  ...{ title: 'add', body: 'Mine.', author: ANN },
  head: { repo: 'ann/shop', branch: 'crew/issue-99', sha: 'a'.repeat(40) },
  base: { branch: 'main', sha: 'b'.repeat(40) },
  ...of,
});

/** Crew among them, and who wrote the commit that the branch ends with. */
const hub = (writer: string | null = ANN.login) => ({
  people: { me: async () => CREW },
  branches: {
    read: async (sha: string) => ({ sha, tree: 'c'.repeat(40), verified: true, parents: [], author: writer }),
  },
});

describe('a pull request is crew’s own', () => {
  it('by its marker, whoever crew is by now', async () => {
    const body = withMarker('What was done.', { slot: 'pull', place: 'ann/shop:crew/issue-99' });
    expect(await isByCrew(hub(), pull({ body, author: { login: 'github-actions[bot]', id: 3 } }))).toBe(true);
  });

  it('by who opened it, also when somebody wrote its words anew', async () => {
    expect(await isByCrew(hub(), pull({ author: CREW }))).toBe(true);
  });

  it('by its commit, where a person had to open it by hand', async () => {
    expect(await isByCrew(hub(CREW.login), pull())).toBe(true);
  });

  it('and not by the name of its branch, which is free to everybody', async () => {
    expect(await isByCrew(hub(), pull())).toBe(false);
    expect(await isByCrew(hub(null), pull())).toBe(false);
  });

  it('and not on another branch, whoever wrote what there', async () => {
    const head = { ...pull().head, branch: 'topic' };
    expect(await isByCrew(hub(CREW.login), pull({ head, author: CREW }))).toBe(false);
  });
});

describe('the branch of an issue', () => {
  it.each([
    [branchOf(12, 1), 12],
    [branchOf(12, 3), 12],
    ['crew/issue-12-fix', null],
    ['topic', null],
  ])('%s belongs to %s', (branch, issue) => {
    expect(issueOfBranch(branch)).toBe(issue);
  });
});

describe('the subject of a number', () => {
  const subject = (found: Pull | null, writer?: string) =>
    subjectOf(40, 'ann/shop', { ...hub(writer), pulls: { read: async () => found } });

  it('is the issue of crew’s own pull request, and else the issue or pull request itself', async () => {
    expect(await subject(null)).toBe('issue-40');
    expect(await subject(pull({ author: CREW }))).toBe('issue-99');
    expect(await subject(pull())).toBe('pr-40');
    expect(await subject(pull({ author: CREW, head: { ...pull().head, repo: 'mallory/shop' } }))).toBe('pr-40');
  });
});
