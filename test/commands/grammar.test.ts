import { describe, expect, it } from '@jest/globals';
import { parseComment } from '../../src/commands/parse.js';
import { plain } from './asked-for.js';

const read = (body: string) => parseComment(body).map(plain);

describe('every command is read as the contract writes it', () => {
  it.each<[line: string, means: unknown]>([
    ['/crew', { help: {} }],
    ['/crew help', { help: {} }],
    ['/crew help fix', { help: { command: 'fix' } }],
    ['/crew help /fix', { help: { command: '/fix' } }],
    ['/crew status', { status: {} }],
    ['/crew facilitate', { facilitate: {} }],
    ['/crew quiet', { quiet: {} }],
    ['/crew wake', { wake: {} }],
    ['/crew plan', { plan: {} }],
    ['/crew plan a login page', { plan: { what: 'a login page' } }],
    ['/crew fix', { fix: {} }],
    ['/crew fix the login', { fix: { what: 'the login' } }],
    ['/crew fix --dry-run', { fix: { dryRun: true } }],
    ['/crew fix --base release/2.x --dry-run go', { fix: { base: 'release/2.x', dryRun: true, what: 'go' } }],
    ['/crew fix --scope src/** --scope test/** go', { fix: { scope: ['src/**', 'test/**'], what: 'go' } }],
    ['/crew fix --budget 2.50', { fix: { budgetUsd: 2.5 } }],
    ['/crew fix --budget $5 go', { fix: { budgetUsd: 5, what: 'go' } }],
    ['/crew fix -- --dry-run is ignored', { fix: { what: '--dry-run is ignored' } }],
    ['/crew fix --dry-run -- --base is ignored', { fix: { dryRun: true, what: '--base is ignored' } }],
    ['/crew fix -O2 breaks it', { fix: { what: '-O2 breaks it' } }],
    ['/crew fix — with a dash', { fix: { what: '— with a dash' } }],
    ['/crew review', { review: {} }],
    ['/crew apply', { apply: {} }],
    ['/crew apply 0a1B2c3D', { apply: { hash: '0a1B2c3D' } }],
    ['/crew build', { build: {} }],
    ['/crew build the shop', { build: { what: 'the shop' } }],
    ['/crew write an essay', { write: { what: 'an essay' } }],
    ['/crew task whatever it takes', { task: { what: 'whatever it takes' } }],
    ['/crew select B', { select: { path: 'B' } }],
    ['/crew select A but shorter', { select: { path: 'A', remark: 'but shorter' } }],
    ['/crew answer yes, both', { answer: { text: 'yes, both' } }],
    ['/crew answer q-1 yes', { answer: { id: 'q-1', text: 'yes' } }],
    ['/crew answer q-1\nyes,\nboth', { answer: { id: 'q-1', text: 'yes,\nboth' } }],
    ['/crew approve LP-001', { approve: { ids: ['LP-001'] } }],
    ['/crew approve LP-001 LP-UPD-002', { approve: { ids: ['LP-001', 'LP-UPD-002'] } }],
    ['/crew approve LP-1 as say it so', { approve: { ids: ['LP-1'], how: 'as say it so' } }],
    ['/crew approve LP-1 replace', { approve: { ids: ['LP-1'], how: 'replace' } }],
    ['/crew approve LP-1 condition only tests', { approve: { ids: ['LP-1'], how: 'condition only tests' } }],
    ['/crew approve LP-1 retire\nthanks', { approve: { ids: ['LP-1'], how: 'retire' } }],
    ['/crew reject IMP-2', { reject: { ids: ['IMP-2'] } }],
    ['/crew reject IMP-2 IMP-3 too early', { reject: { ids: ['IMP-2', 'IMP-3'], why: 'too early' } }],
    ['/crew reject --category style', { reject: { category: 'style' } }],
    ['/crew reject --category style not ours', { reject: { category: 'style', why: 'not ours' } }],
    ['/crew defer LP-1 LP-2', { defer: { ids: ['LP-1', 'LP-2'] } }],
    ['/crew profile keep', { profile: { what: 'keep' } }],
    ['/crew profile review', { profile: { what: 'review' } }],
    ['/crew profile clear', { profile: { what: 'clear' } }],
    ['/crew forget tabs-or-spaces', { forget: { name: 'tabs-or-spaces' } }],
    ['/crew forget --all --yes', { forget: { all: true, yes: true } }],
    ['/crew forget --yes --all', { forget: { all: true, yes: true } }],
    ['/crew continue', { continue: {} }],
    ['/crew continue +5', { continue: { budgetUsd: 5 } }],
    ['/crew continue +$0.50', { continue: { budgetUsd: 0.5 } }],
    ['/crew retry', { retry: {} }],
    ['/crew cancel', { cancel: {} }],
    ['/crew cancel fix-12-0a1b2c3d4e.r2', { cancel: { run: 'fix-12-0a1b2c3d4e.r2' } }],
    ['/crew retrospect', { retrospect: {} }],
    ['/crew retrospect build-12-0123456789', { retrospect: { run: 'build-12-0123456789' } }],
    ['/crew retrospect build-here-01234567', { retrospect: { run: 'build-here-01234567' } }],
  ])('%s', (line, means) => {
    expect(read(line)).toEqual([means]);
  });
});

describe('a wrong command is said to be wrong, with what is wrong', () => {
  it.each<[line: string, found: string, why: unknown]>([
    ['/crew fixx', 'fixx', { is: 'no-command' }],
    ['/crew --dry-run', '--dry-run', { is: 'no-command' }],
    ['/crew constructor', 'constructor', { is: 'no-command' }],
    ['/crew status please', 'status', { is: 'extra', word: 'please' }],
    ['/crew quiet --dry-run', 'quiet', { is: 'unknown-flag', word: '--dry-run' }],
    ['/crew fix --dryrun', 'fix', { is: 'unknown-flag', word: '--dryrun' }],
    ['/crew fix --budget=5', 'fix', { is: 'unknown-flag', word: '--budget=5' }],
    ['/crew fix —dry-run', 'fix', { is: 'unknown-flag', word: '—dry-run' }],
    ['/crew fix --dry-run --dry-run', 'fix', { is: 'twice', word: '--dry-run' }],
    ['/crew fix --base a --base b', 'fix', { is: 'twice', word: '--base' }],
    ['/crew fix --base', 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    ['/crew fix --base --dry-run', 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    ['/crew fix --scope', 'fix', { is: 'value', word: '--scope', of: 'GLOB' }],
    ['/crew fix --budget much', 'fix', { is: 'shape', word: 'much', of: 'USD > 0' }],
    ['/crew fix --budget 0', 'fix', { is: 'shape', word: '0', of: 'USD > 0' }],
    ['/crew fix --budget -1', 'fix', { is: 'shape', word: '-1', of: 'USD > 0' }],
    ['/crew fix --budget 1e3', 'fix', { is: 'shape', word: '1e3', of: 'USD > 0' }],
    ['/crew fix --budget 1.001', 'fix', { is: 'shape', word: '1.001', of: 'USD > 0' }],
    ['/crew fix the login --dry-run', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew fix the login —dry-run', 'fix', { is: 'stray', word: '—dry-run' }],
    ['/crew fix the login --dry-run -- now', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew fix the login -- --dry-run', 'fix', { is: 'stray', word: '--dry-run' }],
    ['/crew apply 0a1b2c3', 'apply', { is: 'shape', word: '0a1b2c3', of: 'HASH' }],
    ['/crew apply 0a1b2c3d now', 'apply', { is: 'extra', word: 'now' }],
    ['/crew apply zzzzzzzz', 'apply', { is: 'shape', word: 'zzzzzzzz', of: 'HASH' }],
    ['/crew select', 'select', { is: 'missing', of: 'A|B|C' }],
    ['/crew select D', 'select', { is: 'shape', word: 'D', of: 'A|B|C' }],
    ['/crew select a', 'select', { is: 'shape', word: 'a', of: 'A|B|C' }],
    ['/crew answer', 'answer', { is: 'missing', of: 'text' }],
    ['/crew answer q-1', 'answer', { is: 'missing', of: 'text' }],
    ['/crew approve', 'approve', { is: 'missing', of: 'ID' }],
    ['/crew approve everything', 'approve', { is: 'shape', word: 'everything', of: 'ID' }],
    ['/crew approve LP-1 as', 'approve', { is: 'shape', word: 'as', of: 'as TEXT|replace|condition TEXT|retire' }],
    [
      '/crew approve LP-1 gladly',
      'approve',
      { is: 'shape', word: 'gladly', of: 'as TEXT|replace|condition TEXT|retire' },
    ],
    ['/crew reject', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject because', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject --category style LP-1', 'reject', { is: 'one-of-two', of: 'ID…', or: '--category C' }],
    ['/crew reject LP-1 --category style', 'reject', { is: 'stray', word: '--category' }],
    ['/crew defer', 'defer', { is: 'missing', of: 'ID' }],
    ['/crew defer LP-1 a week', 'defer', { is: 'extra', word: 'a' }],
    ['/crew profile', 'profile', { is: 'missing', of: 'keep|review|clear' }],
    ['/crew profile delete', 'profile', { is: 'shape', word: 'delete', of: 'keep|review|clear' }],
    ['/crew forget', 'forget', { is: 'one-of-two', of: 'NAME', or: '--all' }],
    ['/crew forget --all', 'forget', { is: 'beside', word: '--all', of: '--yes' }],
    ['/crew forget --all --yes tabs', 'forget', { is: 'one-of-two', of: 'NAME', or: '--all' }],
    ['/crew forget tabs --all', 'forget', { is: 'stray', word: '--all' }],
    ['/crew continue 5', 'continue', { is: 'shape', word: '5', of: '+USD' }],
    ['/crew continue +much', 'continue', { is: 'shape', word: '+much', of: '+USD' }],
    ['/crew retry now', 'retry', { is: 'extra', word: 'now' }],
    ['/crew cancel --force', 'cancel', { is: 'unknown-flag', word: '--force' }],
    ['/crew retrospect ../../etc', 'retrospect', { is: 'shape', word: '../../etc', of: 'RUN' }],
  ])('%s', (line, found, why) => {
    expect(read(line)).toEqual([{ wrong: found, why }]);
  });

  it('with its usage, when it is known which command was meant', () => {
    expect(parseComment('/crew select D')).toMatchObject([
      { wrong: { usage: '/crew select A|B|C [remark]', kind: { name: 'select' } } },
    ]);
  });

  it.each([
    ['fixx', 'fix'],
    ['stauts', 'status'],
    ['facilitat', 'facilitate'],
    ['go', undefined],
    ['zzzzzz', undefined],
    ['f'.repeat(60_000), undefined],
  ])('with the name that was likely meant: %.20s → %s', (name, meant) => {
    const [asked] = parseComment(`/crew ${name}`);
    expect(asked && 'wrong' in asked ? asked.wrong.meant : 'read').toBe(meant);
  });
});
