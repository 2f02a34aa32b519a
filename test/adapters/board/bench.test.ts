import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('a board of two hundred issues costs no more than it may, with nothing written and with nothing new', () => {
  const table = execFileSync(process.execPath, [path.join(ROOT, 'bench/facilitate.mjs'), '200'], { encoding: 'utf8' });
  expect(table).toMatch(/200 +dry run +0 +\d+ .*holds/);
  expect(table).toMatch(/200 +run with nothing new +0 +\d+ .*holds/);
  expect(table).not.toContain('DOES NOT HOLD');
});
