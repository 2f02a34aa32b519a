import { expect, it } from '@jest/globals';
import type { ScanRecord } from '../../../src/ports/board.js';
import { Conflict } from '../../../src/ports/errors.js';
import { redactPatterns } from '../../../src/text/redact-secrets.js';
import { openField, REPO } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const record: ScanRecord = { format: 2, at: AT, identities: ['crew[bot]'], texts: {}, issues: {} };

const open = async () => {
  const around = await openField({ issues: [{ number: 1, title: 'One', createdAt: AT }] });
  const { board } = await around.look();
  const to = (at: string | null) => ({ at, hidden: [], repositoryId: board.repos[0]?.id ?? '' });
  return { ...around, to };
};

it('the record of a scan is there for the next one, and is replaced without leaving a history', async () => {
  const { records, to, embedded, refs } = await open();
  expect(await records().read()).toEqual({ record: null, at: null, why: null });
  const first = await records().write(record, to(null));
  expect(await records().read()).toEqual({ record, at: first, why: null });
  const second = await records().write({ ...record, quiet: ['acme/app#1'] }, to(first));
  expect(await records().read()).toMatchObject({ record: { quiet: ['acme/app#1'] }, at: second });
  expect(await refs.list('crew/')).toEqual(['crew/board']);
  const commit = await embedded.repository(REPO).commits.read(second);
  expect(commit.parents).toEqual([]);
});

it('nothing is written that looks like a secret', async () => {
  const { records, to } = await open();
  await records((text) => redactPatterns(text).text).write(
    { ...record, texts: { 'acme/app#1': { [SECRET]: AT } } },
    to(null),
  );
  expect(JSON.stringify(await records().read())).not.toContain(SECRET);
});

it('a large record is packed, and read again as it was', async () => {
  const { records, to } = await open();
  const texts = Object.fromEntries(
    Array.from({ length: 9000 }, (_, n) => [`acme/app#${n + 1}`, { 'waits for somebody else entirely': AT }]),
  );
  await records().write({ ...record, texts }, to(null));
  expect((await records().read()).record).toEqual({ ...record, texts });
});

it('a record that another scan replaced in between is refused, not lost', async () => {
  const { records, to } = await open();
  const at = await records().write(record, to(null));
  const newer = await records().write({ ...record, at: '2026-11-11T08:00:00Z' }, to(at));
  await expect(records().write(record, to(at))).rejects.toThrow(Conflict);
  expect((await records().read()).at).toBe(newer);
});

it('what private repositories say has no place in the ref of a public one', async () => {
  const { records, to } = await open();
  const texts = { 'acme/app#1': { 'acme/secret#2': AT }, 'acme/secret#2': { legal: AT } };
  await records().write({ ...record, texts }, { ...to(null), hidden: ['acme/secret'] });
  expect(Object.keys((await records().read()).record?.texts ?? {})).toEqual(['acme/app#1']);
});

it.each([
  ['of another format', '{"format":1}', 'another format'],
  ['that is none', '{"format":2}', 'another format'],
  ['that is torn', '{"format":2,', 'cannot be read'],
])('a record %s is ignored, and that is said', async (_, text, why) => {
  const { refs, records } = await open();
  const at = await refs.commit('crew/board', { files: { 'scan.json': text }, at: null, message: 'x' });
  const read = await records().read();
  expect(read).toMatchObject({ record: null, at });
  expect(read.why).toContain(why);
});
