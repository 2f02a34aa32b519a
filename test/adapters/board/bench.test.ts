import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('a board of two hundred issues costs no more than it may, cold and warm', () => {
  const table = execFileSync(process.execPath, [path.join(ROOT, 'bench/board.mjs'), '200'], { encoding: 'utf8' });
  expect(table).toMatch(/200 +cold +\d+ .*holds/);
  expect(table).toMatch(/200 +warm +[1-3] .*holds/);
  expect(table).not.toContain('DOES NOT HOLD');
});
