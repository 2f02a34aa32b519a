// A project without a lock file: what is installed for the tree in work is what its commit below is tried with, too.
import { describe, expect, it } from '@jest/globals';
import { writeFiles } from '../../verify/pipeline/projects.js';
import { answer, benchOf, edit, repositoryOf, turn, wrongSum } from './at-work.js';

const manifest = (name: string, more: object = {}) => `${JSON.stringify({ name, type: 'module', ...more })}\n`;

const INSTALLED = {
  'node_modules/plus/package.json': manifest('plus', { main: 'index.js', version: '1.0.0' }),
  'node_modules/plus/index.js': 'export const plus = (a, b) => a + b;\n',
};

describe('a fix where no lock file says what is installed', () => {
  it('shows its bug by a test that fails by its assertion, since the packages are there as well', async () => {
    const root = await repositoryOf({
      ...wrongSum,
      'package.json': manifest('little', { scripts: { test: 'node --test' }, dependencies: { plus: '^1.0.0' } }),
      'add.js': "import { plus } from 'plus';\nexport const add = (a, b) => plus(a, -b);\n",
      '.gitignore': 'node_modules/\n',
    });
    await writeFiles(root, INSTALLED);
    const bench = await benchOf(root, { editor: [turn(edit('add.js', 'plus(a, -b)', 'plus(a, b)')), turn(answer())] });
    const { outcome } = await bench.ask(['fix', 'add(1, 2) in add.js gives -1, it should give 3']);
    expect(outcome.name).toBe('done');
    expect(outcome.says).toContain('Failed before the change and passes with it');
  });
});
