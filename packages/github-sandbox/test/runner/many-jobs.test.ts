// Many jobs at a time, in a process of their own, because Node's warnings do not reach Jest's `process`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

const support = join(import.meta.dirname, '../support');

const PROGRAM = `
import { createWorld, push, script } from './world.ts';
const body = 'on: push\\njobs:\\n  test:\\n    runs-on: x\\n    strategy: { matrix: { n: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } }\\n    steps:\\n      - ';
const world = createWorld({ workflows: { 'w.yml': body + script('1') + '\\n' } });
const { conclusion, jobs } = await push(world);
await world.close();
console.log(conclusion, jobs.length);
process.exit(0);
`;

it('twelve jobs at a time raise no warning about listeners', async () => {
  const { outputFiles } = await build({
    ...{
      stdin: { contents: PROGRAM, resolveDir: support },
      write: false,
      bundle: true,
      platform: 'node',
      format: 'esm',
    },
    define: { 'import.meta.dirname': JSON.stringify(support) },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/x');" },
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: outputFiles[0]?.text ?? '',
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect([stdout, stderr]).toEqual(['success 12\n', '']);
});
