import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Guard } from '../../../src/ports/sandbox.js';
import { lengthVerdict, scopeGate, scopeViolation } from '../../../src/workflows/fix/rules/scope.js';

const within = (
  path: string,
  scope: readonly string[],
  slices: readonly string[] = [],
  files: readonly string[] = [],
) => scopeViolation(path, { scope, slices, files }) === null;

describe("the person's scope", () => {
  it.each([
    ['src/pay/charge.ts', 'src/pay/**'],
    ['src/pay/charge.ts', 'src/pay'],
    ['src/pay/charge.ts', 'src/pay/'],
    ['src/pay/charge.ts', './src/**/*.ts'],
    ['src/pay/charge.ts', '*.ts'],
    ['src/pay/charge.ts', 'charge.ts'],
    ['src/pay/charge.ts', 'src/{pay,book}/**'],
    ['src/pay/charge.ts', '/src/pay/*'],
    ['app/[id]/page.tsx', 'app/[id]/*'],
    ['src/支払い/請求.ts', 'src/支払い/**'],
  ])('%s lies in %s', (path, glob) => expect(within(path, [glob])).toBe(true));

  it.each([
    ['src/book/charge.ts', 'src/pay/**'],
    ['src/payments/charge.ts', 'src/pay'],
    ['lib/src/pay/charge.ts', 'src/pay/**'],
    ['src/pay/deep/charge.ts', 'src/pay/*.ts'],
    ['app/i/page.tsx', 'app/[id]/*'],
    ['src/pay/../../etc/passwd', 'src/pay/**'],
    ['src/pay/../book/a.ts', 'src/pay/**'],
    ['../src/pay/charge.ts', '**'],
    ['/src/pay/charge.ts', '**'],
    ['', '**'],
  ])('%s does not lie in %s', (path, glob) => expect(within(path, [glob])).toBe(false));

  it('takes back what begins with an exclamation mark', () => {
    expect(within('src/made/a.ts', ['src/**', '!src/made/**'])).toBe(false);
    expect(within('src/a.ts', ['src/**', '!src/made/**'])).toBe(true);
    expect(within('docs/a.md', ['!src/**'])).toBe(true);
  });

  it('is not slow, whatever glob is written', () => {
    expect(within('a/b/c', ['{a,b}'.repeat(40)])).toBe(false);
    expect(within(`${'a/'.repeat(200)}b`, [`${'**/a*/'.repeat(50)}c`])).toBe(false);
  });

  it('is everywhere below the root where none was given', () => {
    expect(within('any/thing', [])).toBe(true);
    expect(within('../out', [])).toBe(false);
  });

  it('holds for tests too: it is theirs, and no slice widens it', () => {
    expect(scopeViolation('test/pay/charge.test.ts', { scope: ['src/pay/**'], slices: ['src/pay/**'] })).toBe('scope');
    expect(scopeViolation('src/book/a.ts', { scope: ['src/pay/**'], slices: ['src/**'] })).toBe('scope');
  });

  it('never grows by what slices say', () => {
    const path = fc.array(fc.constantFrom('src', 'pay', 'test', 'a.test.ts', 'a.ts', '..'), {
      minLength: 1,
      maxLength: 5,
    });
    const globs = fc.array(fc.constantFrom('src/**', 'src/pay/a.ts', 'test', '*.ts', '**'), { maxLength: 3 });
    fc.assert(
      fc.property(path, globs, globs, (steps, scope, slices) => {
        const named = steps.join('/');
        if (within(named, scope, slices)) expect(within(named, scope)).toBe(true);
      }),
    );
  });
});

describe("Scout A's slices", () => {
  const slices = ['src/pay/**'];

  it('hold what they name', () => {
    expect(within('src/pay/charge.ts', [], slices)).toBe(true);
    expect(within('src/book/entry.ts', [], slices)).toBe(false);
  });

  it.each([
    ['beside the code', 'src/pay/charge.test.ts', slices],
    ['in the folder that mirrors it', 'test/pay/charge.test.ts', slices],
    ['deeper in it', 'test/pay/card/visa.test.ts', slices],
    ['of the same name, in one heap of tests', 'tests/test_charge.py', ['app/charge.py']],
    ['of the same name, in the mirror', 'test/pay/charge.spec.ts', ['src/pay/charge.ts']],
    ['in the package of a monorepo', 'packages/pay/test/charge.test.js', ['packages/pay/src/**']],
    ['of sources without folders', 'test/sum.test.js', ['src/**']],
    ['as Java lays them out', 'src/test/java/pay/ChargeTest.java', ['src/main/java/pay/Charge.java']],
  ])('hold tests %s', (_, path, globs) => {
    expect(within(path, [], globs, ['app/charge.py', 'app/other.py'])).toBe(true);
  });

  it.each([
    ['of another folder', 'test/book/entry.test.ts', slices],
    ['of another file', 'test/pay/refund.test.ts', ['src/pay/charge.ts']],
    ['of another package', 'packages/book/test/charge.test.js', ['packages/pay/src/**']],
    ['that are none', 'docs/pay/charge.md', slices],
    ['that are taken back', 'test/pay/charge.test.ts', [...slices, '!test/**']],
  ])('do not hold tests %s', (_, path, globs) => expect(within(path, [], globs)).toBe(false));
});

describe('the gate with a scope', () => {
  const open: Guard = ({ command }) => ({ verdict: 'allow', phase: '7D', why: `${command} is inside the project.` });
  const closed: Guard = () => ({ verdict: 'deny', phase: 'S0', why: 'No.' });
  const root = '/work/it';
  const gate = (scope: readonly string[], slices: readonly string[] = [], inner = open) =>
    scopeGate(inner, { root, scope: () => ({ scope, slices }) });
  const asks = (at: Guard, tool: string, command: string, cwd = root) => at({ tool, command, cwd }).verdict;

  it('lets through what lies in it, however it is spelled', () => {
    const at = gate(['src/**']);
    expect(asks(at, 'Edit', 'src/a.ts')).toBe('allow');
    expect(asks(at, 'Write', '/work/it/src/a.ts')).toBe('allow');
    expect(asks(at, 'Write', 'a.ts', '/work/it/src')).toBe('allow');
    expect(asks(at, 'Write', '../src/a.ts', '/work/it/docs')).toBe('allow');
  });

  it('denies what does not', () => {
    const at = gate(['src/**']);
    expect(asks(at, 'Edit', 'docs/a.md')).toBe('deny');
    expect(asks(at, 'Write', 'src/../docs/a.md')).toBe('deny');
    expect(asks(at, 'Write', '/work/it2/src/a.ts')).toBe('deny');
    expect(asks(at, 'Write', '/etc/passwd')).toBe('deny');
    expect(asks(gate([]), 'Write', '../x')).toBe('deny');
  });

  it('leaves reading and commands to others', () => {
    for (const tool of ['Read', 'Glob', 'Grep', 'Bash'])
      expect(asks(gate(['src/**']), tool, 'docs/a.md')).toBe('allow');
  });

  it('opens nothing that is closed', () => {
    const decision = gate(['**'], [], closed)({ tool: 'Edit', command: 'src/a.ts', cwd: root });
    expect(decision).toEqual({ verdict: 'deny', phase: 'S0', why: 'No.' });
  });

  it('says how it can be widened, and by whom', () => {
    const why = (at: Guard) => at({ tool: 'Edit', command: 'docs/a.md', cwd: root }).why;
    expect(why(gate(['src/**']))).toBe(
      '"docs/a.md" is outside the scope that the person gave ("src/**"), and only they can widen it: with ask-person, or by --scope.',
    );
    expect(why(gate([], ['src/**']))).toBe(
      '"docs/a.md" is outside the slices that Scout A marked as safe ("src/**"): ask Scout A with the tool scout why the change needs that file, and it can widen them.',
    );
  });

  it('goes by the slices as they are at that moment', () => {
    let slices = ['src/a.ts'];
    const at = scopeGate(open, { root, scope: () => ({ scope: [], slices }) });
    expect(asks(at, 'Edit', 'src/b.ts')).toBe('deny');
    slices = ['src/a.ts', 'src/b.ts'];
    expect(asks(at, 'Edit', 'src/b.ts')).toBe('allow');
  });
});

describe('how long a change may be', () => {
  it('is a warning above the slice, and a refusal above what was set', () => {
    expect(lengthVerdict(40, {})).toBe('fine');
    expect(lengthVerdict(40, { slice: 40, max: 40 })).toBe('fine');
    expect(lengthVerdict(41, { slice: 40 })).toBe('long');
    expect(lengthVerdict(41, { slice: 80, max: 40 })).toBe('refused');
  });
});
