import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from '@jest/globals';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { fill, opens, RUNGS, repository, runIn } from './in-sandboxes.js';

/** A machine whose Go names these caches, and whose proxy is `https://proxy.example`. */
async function machine(): Promise<{ env: Record<string, string | undefined>; builds: string }> {
  const home = await newFolder();
  const [builds, bin] = [path.join(home, 'builds'), path.join(home, 'bin')];
  fill(home, {
    'builds/ab/abcdef-a': 'an action',
    'builds/cd/cdef01-d': 'an output',
    'builds/trim.txt': '1',
    'modules/cache/download/example.org/m/@v/list': 'v1.0.0\n',
  });
  mkdirSync(bin);
  const said = JSON.stringify({
    GOCACHE: builds,
    GOMODCACHE: path.join(home, 'modules'),
    GOPROXY: 'https://proxy.example',
  });
  writeFileSync(path.join(bin, 'go'), `#!/bin/sh\necho '${said}'\n`);
  chmodSync(path.join(bin, 'go'), 0o755);
  return { env: { ...process.env, PATH: `${bin}:${process.env.PATH}` }, builds };
}

for (const { level, need, there } of RUNGS) {
  describe(`Go's caches in a sandbox of ${level.name}`, () => {
    const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

    when('are read, and cannot be changed by a command', async () => {
      const { env, builds } = await machine();
      const root = await repository({ 'go.mod': 'module m\n' });
      const sandbox = await opens({ root, env, levels: [level] });
      const ran = await runIn(
        sandbox,
        root,
        [
          'cd ~/.cache/go-build && cat ab/abcdef-a cd/cdef01-d; echo; ls',
          'echo poison > ab/abcdef-a; chmod 777 ab/abcdef-a; echo poison > /crew/go-build/ab/new-a',
          'rm ab/abcdef-a && echo own > ab/abcdef-a && echo new > ef01 && cat ab/abcdef-a',
          'echo $GOPROXY; cat /crew/go-modules/example.org/m/@v/list',
        ].join('\n'),
      );
      expect(ran.out.split('\n')).toEqual([
        ...['an actionan output', 'ab', 'cd', 'own', 'file:///crew/go-modules,https://proxy.example', 'v1.0.0', ''],
      ]);
      expect(readFileSync(path.join(builds, 'ab/abcdef-a'), 'utf8')).toBe('an action');
      expect(readdirSync(path.join(builds, 'ab'))).toEqual(['abcdef-a']);
    });

    when('are fresh for the next sandbox', async () => {
      const { env, builds } = await machine();
      const root = await repository({ 'service/go.mod': 'module m\n' });
      const first = await opens({ root, env, levels: [level] });
      await runIn(first, root, 'rm ~/.cache/go-build/ab/abcdef-a; echo poison > ~/.cache/go-build/ab/abcdef-a');
      await first.close();
      const second = await opens({ root, env, levels: [level] });
      expect((await runIn(second, root, 'cat ~/.cache/go-build/ab/abcdef-a')).out).toBe('an action');
      expect(existsSync(path.join(builds, 'ab/abcdef-a'))).toBe(true);
    });

    when('are hidden from code of outsiders, and where there is no Go module', async () => {
      const { env } = await machine();
      const root = await repository({ 'go.mod': 'module m\n' });
      const other = await repository();
      const outside = await opens({ root, env, levels: [level], required: 'always' });
      const without = await opens({ root: other, env, levels: [level] });
      const line = 'ls ~/.cache /crew/go-build /crew/go-modules 2>/dev/null; echo "$GOPROXY"';
      expect((await runIn(outside, root, line)).out).toBe('\n');
      expect((await runIn(without, other, line)).out).toBe('\n');
    });
  });
}
